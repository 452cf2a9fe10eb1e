import { mayMatchSecret } from '../secrets';

/** Magic that changes how names are compared, and not where git looks. */
const harmlessMagic = /^(glob|literal|icase|exclude|attr:[\w= -]*)$/;

/**
 * The paths that an operand of git names after a colon; null when it may lead out of the folder or to a secret. `HEAD:a` counts
 * from the top of the repository, which may lie above the folder.
 */
export function pathsInOperand(word: string, isRepositoryTop: () => boolean): readonly string[] | null {
  if (!word.includes(':')) return [];
  if (word.startsWith(':') && !/^:\d:/.test(word)) return withoutSecrets(pathsOfMagic(word));
  return isFromTop(word) && !isRepositoryTop() ? null : withoutSecrets(afterColons(word));
}

const withoutSecrets = (paths: readonly string[] | null): readonly string[] | null => (paths?.some(mayMatchSecret) ? null : paths);

/** `:(glob)a`, `:!a` and `:^a`. Others count from the top: `:/a`, `:(top)a`, and `:a` as the name of a file in the index. */
function pathsOfMagic(word: string): readonly string[] | null {
  const [, long, afterLong = ''] = /^:\(([^)]*)\)(.*)$/s.exec(word) ?? [];
  if (long !== undefined) return long.split(',').every((magic) => harmlessMagic.test(magic)) ? [afterLong] : null;
  const [, afterShort] = /^:[!^]+:?([^/:].*)$/s.exec(word) ?? [];
  return afterShort === undefined ? null : [afterShort];
}

/** Only `HEAD:./a` and `HEAD:../a` count from the folder that git runs in. */
const isFromTop = (word: string): boolean => !/:\.\.?\/[^:]*$/.test(word);

/** `HEAD:../x`, `-L 1,5:../x`: the text after a colon is a path, also of another commit. */
export const afterColons = (word: string): readonly string[] => word.split(':').slice(1).filter(Boolean);
