import path from 'node:path';

/** Trust covers a folder and everything below it; both sides are real paths. */
export function isTrusted(trusted: readonly string[], realFolder: string): boolean {
  return trusted.some((root) => {
    const relative = path.relative(root, realFolder);
    return relative === '' || (relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative));
  });
}
