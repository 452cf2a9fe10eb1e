/** Tools that write the file they name. */
export const editTools: ReadonlySet<string> = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit']);

/** Tools that read the file or folder they name. */
export const readTools: ReadonlySet<string> = new Set(['Read', 'NotebookRead', 'Grep', 'Glob', 'LS']);

/** Those of them that look through a folder. */
export const searchTools: ReadonlySet<string> = new Set(['Grep', 'Glob', 'LS']);
