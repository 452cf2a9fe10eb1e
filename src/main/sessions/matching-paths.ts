const mostMatches = 20;

/** The files, and the folders they are in, that fit what was typed: the best first. */
export function matchingPaths(files: readonly string[], query: string): string[] {
  const wanted = query.toLowerCase();
  if (wanted === '') return topLevel(files).slice(0, mostMatches);
  const scored: { readonly path: string; readonly score: number }[] = [];
  for (const path of new Set([...files, ...foldersOf(files)])) {
    const score = scoreOf(path.toLowerCase(), wanted);
    if (score !== null) scored.push({ path, score });
  }
  return scored
    .sort((a, b) => a.score - b.score || a.path.length - b.path.length || a.path.localeCompare(b.path))
    .slice(0, mostMatches)
    .map(({ path }) => path);
}

/** Lower is better; null when the letters are not there in this order. */
function scoreOf(path: string, wanted: string): number | null {
  const name = path.slice(path.replace(/\/$/, '').lastIndexOf('/') + 1);
  if (path.startsWith(wanted)) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.includes(wanted)) return 2;
  if (path.includes(wanted)) return 3;
  let from = 0;
  for (const letter of wanted) {
    const at = path.indexOf(letter, from);
    if (at < 0) return null;
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
