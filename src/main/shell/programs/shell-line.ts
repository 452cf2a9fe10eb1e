import type { ShellRedirect, ShellWord } from '../words';
import { type Inner, line } from './inner';

/** How many words the flags of a shell take: each `o` takes the name of an option, wherever it is (`-oc errexit 'line'`). */
export function optionNames(flags: string): number {
  return /^[-+][A-Za-z]+$/.test(flags) ? flags.replaceAll(/[^oO]/g, '').length : 0;
}

/** The line of `sh -c 'line'`; null when no flag gives one. */
export function shellLine(args: readonly ShellWord[]): readonly Inner[] | null {
  const long = args.find(({ raw }) => raw.startsWith('--command='));
  if (long) return [line(long.literal?.slice('--command='.length) ?? null)];
  const flag = args.findIndex(({ literal }) => /^(-[A-Za-z]*c[A-Za-z]*|--command)$/.test(literal ?? ''));
  return flag < 0 ? null : [line(lineAfter(args, flag))];
}

/** The line comes after all flags: `bash -c -o pipefail 'line'`. */
function lineAfter(args: readonly ShellWord[], flag: number): string | null {
  for (let index = flag; index < args.length; index += 1) {
    const literal = args[index]?.literal ?? null;
    if (index > flag && (literal === '-' || literal === '--')) return args[index + 1]?.literal ?? null;
    if (literal === null || !/^[-+]/.test(literal)) return literal;
    index += optionNames(literal);
  }
  return null;
}

/** Here-documents that a shell runs. */
export function hereDocuments(redirects: readonly ShellRedirect[]): Inner[] {
  return redirects.filter(({ kind }) => kind === 'text').map(({ target }) => line(target.literal));
}

/** Shells differ: dash runs rm for `((rm))`, and `$'\\'` ends at another place than in bash. */
export function withDialectDoubt(inner: Inner): readonly Inner[] {
  const differs = inner.kind === 'script' && /\$['"]|(?<!\$)\(\(|\[\[|<<<|[<>]\(|&>|\|&|\{[\w,]/.test(inner.source);
  return differs ? [inner, line(null)] : [inner];
}
