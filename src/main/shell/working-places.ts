import { programOf } from './program-name';
import type { Places, SimpleCommand } from './simple-command';

const most = { places: 8, parts: 16 };

/** Whether a command may move the shell to another folder. */
export const mayMove = (words: SimpleCommand['words']): boolean =>
  ['cd', 'chdir', 'pushd', 'popd', 'eval'].includes(programOf(words) ?? '');

/** The places where the shell may be after a command that succeeded. */
export function placesAfter({ words, places, assignments }: Pick<SimpleCommand, 'words' | 'places' | 'assignments'>): Places {
  if (assignments.some(({ name }) => name === 'CDPATH')) return null;
  if (!mayMove(words)) return places;
  const program = programOf(words);
  const targets = words.slice(1).filter(({ literal }) => literal === null || !/^(--|-[LPe@]+)$/.test(literal));
  if (program === 'eval' || program === 'popd' || targets.length > 1 || !places) return null;
  const target = targets.length === 0 ? '~' : targets[0]?.literal;
  if (target === undefined || target === null || /^[-+]/.test(target)) return null;
  const moved = places.map((place) => (/^[/~]/.test(target) ? target : `${place}/${target}`));
  return moved.some((place) => place.split('/').length > most.parts) ? null : moved;
}

/** The places of either list. If nothing is added, the result is the first list itself: a loop compares the two by identity. */
export function eitherPlaces(a: Places, b: Places): Places {
  if (a === b || a === null || b === null) return a === b ? a : null;
  const both = [...new Set([...a, ...b])];
  if (both.length === a.length) return a;
  return both.length > most.places ? null : both;
}
