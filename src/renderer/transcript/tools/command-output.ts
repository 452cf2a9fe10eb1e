import type { ToolItem } from '../../../shared/transcript';

export interface CommandOutput {
  readonly text: string;
  /** Null when it ended well, or the CLI did not say. */
  readonly exitCode: number | null;
}

/** The CLI puts the exit code of a command that failed in front of what it printed. */
export function commandOutput({ status, result }: Pick<ToolItem, 'status' | 'result'>): CommandOutput | null {
  if (!result) return null;
  const failed = status === 'error' ? /^Exit code (\d+)(?:\n|$)/.exec(result.text) : null;
  if (!failed) return { text: result.text, exitCode: null };
  return { text: result.text.slice(failed[0].length), exitCode: Number(failed[1]) };
}

/** The lines to show of a text at first: its beginning, or its end where that is what matters. */
export function someLines(text: string, most: number, end: boolean): { readonly shown: string; readonly left: number } {
  const lines = text.replace(/\n+$/, '').split('\n');
  if (lines.length <= most + 1) return { shown: lines.join('\n'), left: 0 };
  const shown = end ? lines.slice(-most) : lines.slice(0, most);
  return { shown: shown.join('\n'), left: lines.length - most };
}
