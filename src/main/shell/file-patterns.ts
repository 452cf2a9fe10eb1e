import path from 'node:path';
import { absolutePath, type FolderContext } from './paths';

const most = { braces: 20, names: 200 };
const plainPattern = /^[\w./,:%+*?{}-]+$/;

/** Whether a word is a plain file name pattern, made only of text, `*`, `?` and lists in braces. */
export const isFilePattern = (word: string): boolean => plainPattern.test(word) && /[*?{]/.test(word);

/**
 * Every word that a shell may expand a file name pattern to, given the files on the disk now; null when that can't be told. Shells
 * differ in hidden files and in case, so the list has every name that any of them would match, and all of them get checked. At
 * least one name must match in every shell: if the word vanished, the next word would take its place.
 */
export function expandPattern(word: string, places: readonly string[] | null, call: FolderContext): readonly string[] | null {
  const [place, ...others] = places ?? [];
  const base = place === undefined || others.length > 0 ? null : absolutePath(place, call.cwd, call.home);
  const words = expandBraces(word);
  if (base === null || !words) return null;
  const found: string[] = [];
  for (const one of words) {
    const names = /[*?]/.test(one) ? matching(one, base, call) : [one];
    if (!names || found.length + names.length > most.names || !names.some((name) => matchesInEveryShell(one, name))) return null;
    found.push(...names);
  }
  // Names that a program could take for a flag or a special argument.
  return found.some((name) => /^[-!(),+@=]/.test(name)) ? null : found;
}

function expandBraces(word: string): readonly string[] | null {
  const words = [word];
  for (let index = 0; index < words.length; index += 1) {
    const list = /\{([^{}]*)\}/.exec(words[index] ?? '');
    if (!list) continue;
    const [start, end] = [words[index]?.slice(0, list.index) ?? '', words[index]?.slice(list.index + list[0].length) ?? ''];
    words.splice(index, 1, ...(list[1] ?? '').split(',').map((part) => start + part + end));
    index -= 1;
    if (words.length > most.braces) return null;
  }
  return words.some((one) => /[{}]/.test(one)) ? null : words;
}

/** Expands the pattern folder by folder, as a shell does. */
function matching(pattern: string, base: string, { list }: FolderContext): readonly string[] | null {
  const joined = (folder: string, name: string): string => (folder === '' || folder === '/' ? `${folder}${name}` : `${folder}/${name}`);
  let found = [path.isAbsolute(pattern) ? '/' : ''];
  for (const [index, part] of pattern.split('/').entries()) {
    if (index === 0 && part === '') continue;
    if (!/[*?]/.test(part)) {
      found = found.map((folder) => joined(folder, part));
      continue;
    }
    const next: string[] = [];
    for (const folder of found) {
      const names = list?.(path.resolve(base, folder));
      if (!names) return null;
      next.push(...names.filter((name) => globMatches(part.toLowerCase(), name.toLowerCase())).map((name) => joined(folder, name)));
      if (next.length > most.names) return null;
    }
    found = next;
  }
  return found;
}

function matchesInEveryShell(pattern: string, name: string): boolean {
  const names = name.split('/');
  return pattern.split('/').every((part, index) => {
    const one = names[index] ?? '';
    return globMatches(part, one) && (part.startsWith('.') || !one.startsWith('.') || !/[*?]/.test(part));
  });
}

/** `*` is any text and `?` any character. After a failed match it returns only to the last star, so no pattern is slow. */
function globMatches(pattern: string, name: string): boolean {
  let at = 0;
  let index = 0;
  let star = -1;
  let resume = 0;
  while (index < name.length) {
    if (pattern[at] === '*') {
      star = at;
      resume = index;
      at += 1;
    } else if (pattern[at] === '?' || pattern[at] === name[index]) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      resume += 1;
      index = resume;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}
