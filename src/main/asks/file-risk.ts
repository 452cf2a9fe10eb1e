import type { Finding } from '../shell/findings';
import { governs } from '../shell/governing-files';
import { absolutePath, isInside, realPlace } from '../shell/paths';
import { looksSecret } from '../shell/secrets';
import type { ToolCall } from './tool-call';

/** The marks for writing a file: it is outside the folder, or it controls what may run. */
export function findWrites(target: string, call: ToolCall): Finding[] {
  return [
    ...(leavesFolder(target, call) ? [{ kind: 'outside' as const, detail: target }] : []),
    ...(governs(realOf(target, call) ?? target, call.home) || governs(target, call.home)
      ? [{ kind: 'governs' as const, detail: target }]
      : []),
  ];
}

export function leavesFolder(target: string, { cwd, home, realpath }: ToolCall): boolean {
  const absolute = absolutePath(target, cwd, home);
  return absolute === null || !isInside(cwd, absolute, realpath);
}

/** Checks the name of the file, and that of the file that a link leads to. */
export function findSecrets(target: string, call: ToolCall): Finding[] {
  const real = realOf(target, call);
  return looksSecret(target) || (real !== null && looksSecret(real)) ? [{ kind: 'secrets', detail: target }] : [];
}

/** The path with its links resolved. Null if the path is known only at run time. */
function realOf(target: string, { cwd, home, realpath }: ToolCall): string | null {
  const absolute = absolutePath(target, cwd, home);
  return absolute === null ? null : realPlace(absolute, realpath);
}
