import { Tool } from '../../../shared/tools';
import { listField, textField } from './field';

interface Proposed {
  readonly path: string;
  /** The input has the whole file, so its lines can be numbered. */
  readonly created: boolean;
  readonly changes: readonly { readonly before: string; readonly after: string }[];
}

/** Returns what a call would change, from its input alone. */
export function proposedChanges(name: string, input: Readonly<Record<string, unknown>>): Proposed {
  const path = textField(input, 'file_path') || textField(input, 'notebook_path');
  const edit = (one: Readonly<Record<string, unknown>>) => ({ before: textField(one, 'old_string'), after: textField(one, 'new_string') });
  switch (name) {
    case Tool.Write:
      return { path, created: true, changes: [{ before: '', after: textField(input, 'content') }] };
    case Tool.MultiEdit:
      return { path, created: false, changes: listField(input, 'edits').map(edit) };
    case Tool.NotebookEdit:
      return { path, created: false, changes: [{ before: '', after: textField(input, 'new_source') }] };
    default:
      return { path, created: false, changes: [edit(input)] };
  }
}
