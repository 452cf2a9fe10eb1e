const mostMatches = 20;
/** The ranks of a match: the path begins with the query, the file name begins with it, contains it, the path contains it. */
const grades = 4;
/** Limits the sorting: in a big repository, sorting every match would block main. */
const mostGraded = 500;

/** An index of the files that can be mentioned, for one query per keystroke. */
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

  /** Files and folders that match the query, the best first. */
  matches(query: string): string[] {
    const wanted = query.toLowerCase();
    if (wanted === '') return [...this.#top];
    const graded: string[][] = Array.from({ length: grades }, () => []);
    const scattered: string[] = [];
    for (const { path, lower, nameAt } of this.#paths) {
      const grade = gradeOf(lower, nameAt, wanted);
      const alike = grade === null ? scattered : graded[grade];
      if (!alike || alike.length >= mostGraded) continue;
      if (grade !== null || hasInOrder(lower, wanted)) alike.push(path);
    }
    const best: string[] = [];
    for (const grade of [...graded, scattered]) {
      if (best.length >= mostMatches) break;
      best.push(...grade.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)));
    }
    return best.slice(0, mostMatches);
  }
}

/** The rank of a match, lower is better; null if the path does not match. */
function gradeOf(path: string, nameAt: number, wanted: string): number | null {
  const first = path.indexOf(wanted);
  if (first <= 0) return first === 0 ? 0 : null;
  const inName = path.indexOf(wanted, nameAt);
  return inName === nameAt ? 1 : inName > 0 ? 2 : 3;
}

/** Whether the text contains the letters in this order, with anything between them. */
function hasInOrder(path: string, wanted: string): boolean {
  let from = 0;
  for (const letter of wanted) {
    const at = path.indexOf(letter, from);
    if (at < 0) return false;
    from = at + letter.length;
  }
  return true;
}

/** Each ends in a slash. */
function foldersOf(files: readonly string[]): Set<string> {
  const folders = new Set<string>();
  for (const file of files) {
    // The parents of a known folder are known already.
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
