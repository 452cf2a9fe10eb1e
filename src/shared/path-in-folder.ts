/** A path inside a folder as it reads from there; anything else as it is. */
export function pathInFolder(path: string, folder: string): string {
  const inside = folder !== '' && path.startsWith(folder) && /^[/\\]./.test(path.slice(folder.length));
  return inside ? path.slice(folder.length + 1) : path;
}
