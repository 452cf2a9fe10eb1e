const mostMatches = 20;
/** How good a match can be: the whole path begins with it, its last name does, that has it, the path has it, its letters in order. */
const grades = 5;
/** Enough to choose from: sorting all of a big repository would keep everything else waiting. */
const mostGraded = 500;

/** The files that can be mentioned, made ready for many questions while a person types. */
export class PathIndex {
  readonly #paths: readonly { readonly path: string; readonly lower: string; readonly nameAt: number }[];
  readonly #top: readonly string[];

  constructor(files: readonly string[]) {
    this.#top = topLevel(files).slice(0, mostMatches);
    this.#paths = [...files, ...foldersOf(files)].map((path) => {
      const lower = path.toLowerCase();
      return { path, lower, nameAt: lower.lastIndexOf('/', lower.length - 2) + 1 };
    });
  }

  /** Files, and folders they are in, that fit what was typed: the best first. */
  matches(query: string): string[] {
    const wanted = query.toLowerCase();
    if (wanted === '') return [...this.#top];
    const graded: string[][] = Array.from({ length: grades }, () => []);
    for (const { path, lower, nameAt } of this.#paths) {
      const grade = graded[gradeOf(lower, nameAt, wanted)];
      if (grade && grade.length < mostGraded) grade.push(path);
    }
    const best: string[] = [];
    for (const grade of graded) {
      if (best.length >= mostMatches) break;
      best.push(...grade.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)));
    }
    return best.slice(0, mostMatches);
  }
}

/** Lower is better; the number of grades when the letters are not there in this order. */
function gradeOf(path: string, nameAt: number, wanted: string): number {
  const first = path.indexOf(wanted);
  if (first === 0) return 0;
  if (first > 0) {
    const inName = path.indexOf(wanted, nameAt);
    return inName === nameAt ? 1 : inName > 0 ? 2 : 3;
  }
  let from = 0;
  for (const letter of wanted) {
    const at = path.indexOf(letter, from);
    if (at < 0) return grades;
    from = at + letter.length;
  }
  return 4;
}

/** Each ends in a slash. */
function foldersOf(files: readonly string[]): Set<string> {
  const folders = new Set<string>();
  for (const file of files) {
    // Once a folder is known, those above it are, too.
    for (let cut = file.lastIndexOf('/', file.length - 2); cut > 0; cut = file.lastIndexOf('/', cut - 1)) {
      const folder = file.slice(0, cut + 1);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}

function topLevel(files: readonly string[]): string[] {
  const names = new Set(files.map((file) => file.slice(0, file.indexOf('/') + 1) || file));
  return [...names].sort((a, b) => Number(b.endsWith('/')) - Number(a.endsWith('/')) || a.localeCompare(b));
}
