/** Returns a path inside a folder relative to it, and any other path unchanged. */
export function pathInFolder(path: string, folder: string): string {
  const inside = folder !== '' && path.startsWith(folder) && /^[/\\]./.test(path.slice(folder.length));
  return inside ? path.slice(folder.length + 1) : path;
}
