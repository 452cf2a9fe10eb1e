import { recordOf } from './programs/record-of';
import type { ShellWord } from './words';

/** Where a system has its own version of a tool, the GNU one is installed with a `g` before its name. */
const gnuNames =
  /^g(?=(rm|rmdir|unlink|shred|truncate|find|xargs|sed|tar|cp|mv|ln|dd|env|timeout|nice|nohup|stdbuf|chmod|chown|chgrp|kill|sort|split|tee|touch|mkdir|install)$)/;

/** The program's name without its folder, in lower case because some systems ignore case; null when it is not a literal. */
export function programOf(words: readonly ShellWord[]): string | null {
  const name = words[0]?.literal?.split(/[/\\]/).at(-1)?.toLowerCase();
  // In zsh `=rm` expands to the path of rm.
  return name
    ? name
        .replace(/\.exe$/, '')
        .replace(/^=(?=.)/, '')
        .replace(gnuNames, '')
    : null;
}

export function isShell(program: string | null): boolean {
  return recordOf(program)?.shell !== undefined;
}
