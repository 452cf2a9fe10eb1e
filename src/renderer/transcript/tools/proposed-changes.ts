import { Tool } from '../../../shared/tools';
import { listField, textField } from './field';

interface Proposed {
  readonly path: string;
  /** The whole file is given, so its lines can be counted. */
  readonly created: boolean;
  readonly changes: readonly { readonly before: string; readonly after: string }[];
}

/** What a call would change, as far as its input says. */
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
