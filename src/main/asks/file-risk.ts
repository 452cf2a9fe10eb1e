import type { Finding } from '../shell/findings';
import { governs } from '../shell/governing-files';
import { absolutePath, isInside, realPlace } from '../shell/paths';
import { looksSecret } from '../shell/secrets';
import type { ToolCall } from './call';

/** What it means that a file is written: whether it lies outside the folder, and whether it says what may run. */
export function written(target: string, call: ToolCall): Finding[] {
  return [
    ...(leaves(target, call) ? [{ kind: 'outside' as const, detail: target }] : []),
    ...(governs(realOf(target, call) ?? target, call.home) || governs(target, call.home)
      ? [{ kind: 'governs' as const, detail: target }]
      : []),
  ];
}

export function leaves(target: string, { cwd, home, realpath }: ToolCall): boolean {
  const absolute = absolutePath(target, cwd, home);
  return absolute === null || !isInside(cwd, absolute, realpath);
}

/** By its name, or by the name of what a link leads to. */
export function secret(target: string, call: ToolCall): Finding[] {
  const real = realOf(target, call);
  return looksSecret(target) || (real !== null && looksSecret(real)) ? [{ kind: 'secrets', detail: target }] : [];
}

/** Where a path really leads; null when that is only known at run time. */
function realOf(target: string, { cwd, home, realpath }: ToolCall): string | null {
  const absolute = absolutePath(target, cwd, home);
  return absolute === null ? null : realPlace(absolute, realpath);
}
