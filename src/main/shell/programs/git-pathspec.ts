import { mayMatchSecret } from '../secrets';

/** Magic words that change how names are compared, but not where git looks. */
const harmlessMagic = /^(glob|literal|icase|exclude|attr:[\w= -]*)$/;

/**
 * The paths after the colon of a git operand; null when they may lead out of the folder or to a secret. `HEAD:a` is relative to the
 * top of the repository, which may be above the folder.
 */
export function pathsInOperand(word: string, isRepositoryTop: () => boolean): readonly string[] | null {
  if (!word.includes(':')) return [];
  if (word.startsWith(':') && !/^:\d:/.test(word)) return withoutSecrets(pathsOfMagic(word));
  return isFromTop(word) && !isRepositoryTop() ? null : withoutSecrets(afterColons(word));
}

const withoutSecrets = (paths: readonly string[] | null): readonly string[] | null => (paths?.some(mayMatchSecret) ? null : paths);

/**
 * `:(glob)a`, `:!a` and `:^a` are relative to the folder. Others are relative to the top: `:/a`, `:(top)a`, and `:a` for a file in
 * the index.
 */
function pathsOfMagic(word: string): readonly string[] | null {
  const [, long, afterLong = ''] = /^:\(([^)]*)\)(.*)$/s.exec(word) ?? [];
  if (long !== undefined) return long.split(',').every((magic) => harmlessMagic.test(magic)) ? [afterLong] : null;
  const [, afterShort] = /^:[!^]+:?([^/:].*)$/s.exec(word) ?? [];
  return afterShort === undefined ? null : [afterShort];
}

/** Only `HEAD:./a` and `HEAD:../a` are relative to the folder that git runs in. */
const isFromTop = (word: string): boolean => !/:\.\.?\/[^:]*$/.test(word);

/** The text after a colon is a path, even in another commit: `HEAD:../x`, `-L 1,5:../x`. */
export const afterColons = (word: string): readonly string[] => word.split(':').slice(1).filter(Boolean);
