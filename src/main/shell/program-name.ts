import { recordOf } from './programs/record-of';
import type { ShellWord } from './words';

/** GNU programs have a `g` before their names where the system has others of that name. */
const gnuNames =
  /^g(?=(rm|rmdir|unlink|shred|truncate|find|xargs|sed|tar|cp|mv|ln|dd|env|timeout|nice|nohup|stdbuf|chmod|chown|chgrp|kill|sort|split|tee|touch|mkdir|install)$)/;

/** The program's name without its folder, as a system that ignores case would find it; null when it is not a literal. */
export function programOf(words: readonly ShellWord[]): string | null {
  const name = words[0]?.literal?.split(/[/\\]/).at(-1)?.toLowerCase();
  // In zsh `=rm` is the path of rm.
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
