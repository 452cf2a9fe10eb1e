import type { ChangeData, HunkData } from 'react-diff-view';
import { escapeInvisible } from '../../shared/invisible';
import type { PatchHunk } from '../../shared/transcript';

/** Converts a hunk for the diff library: each line gets its number in both texts. */
export function hunkData({ lines, ...place }: PatchHunk): HunkData {
  let [oldLine, newLine] = [place.oldStart, place.newStart];
  // If every line ends with `\r`, hide it. If only some do, it is a real difference.
  const isWindows = lines.every((line, at) => line.endsWith('\r') || line.startsWith('\\') || lines[at + 1]?.startsWith('\\'));
  const changes = lines.flatMap((line): ChangeData[] => {
    const content = escapeInvisible(line.slice(1, isWindows && line.endsWith('\r') ? -1 : undefined));
    if (line.startsWith('+')) return [{ type: 'insert', isInsert: true, lineNumber: newLine++, content }];
    if (line.startsWith('-')) return [{ type: 'delete', isDelete: true, lineNumber: oldLine++, content }];
    // "\ No newline at end of file" describes the line above and is not a line itself.
    if (line.startsWith('\\')) return [];
    return [{ type: 'normal', isNormal: true, oldLineNumber: oldLine++, newLineNumber: newLine++, content }];
  });
  return { ...place, content: `@@ -${place.oldStart},${place.oldLines} +${place.newStart},${place.newLines} @@`, changes };
}
