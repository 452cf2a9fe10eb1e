import type { ToolItem } from '../../../shared/transcript';

export interface CommandOutput {
  readonly text: string;
  /** Null if it succeeded, or if the CLI did not report it. */
  readonly exitCode: number | null;
}

/** Splits the result of a command. The CLI puts the exit code of a failed command before its output. */
export function commandOutput({ status, result }: Pick<ToolItem, 'status' | 'result'>): CommandOutput | null {
  if (!result) return null;
  const failed = status === 'error' ? /^Exit code (\d+)(?:\n|$)/.exec(result.text) : null;
  if (!failed) return { text: result.text, exitCode: null };
  return { text: result.text.slice(failed[0].length), exitCode: Number(failed[1]) };
}

/** Returns the lines to show at first: the start of a text, or its end if that matters more. */
export function someLines(text: string, most: number, end: boolean): { readonly shown: string; readonly left: number } {
  const lines = text.replace(/\n+$/, '').split('\n');
  if (lines.length <= most + 1) return { shown: lines.join('\n'), left: 0 };
  const shown = end ? lines.slice(-most) : lines.slice(0, most);
  return { shown: shown.join('\n'), left: lines.length - most };
}
