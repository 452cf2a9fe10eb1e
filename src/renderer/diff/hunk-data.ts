import type { ChangeData, HunkData } from 'react-diff-view';
import type { PatchHunk } from '../../shared/transcript';

/** A hunk as it is drawn: each line knows its place in both texts. */
export function hunkData({ lines, ...place }: PatchHunk): HunkData {
  let [oldLine, newLine] = [place.oldStart, place.newStart];
  const changes = lines.flatMap((line): ChangeData[] => {
    const content = line.slice(1);
    if (line.startsWith('+')) return [{ type: 'insert', isInsert: true, lineNumber: newLine++, content }];
    if (line.startsWith('-')) return [{ type: 'delete', isDelete: true, lineNumber: oldLine++, content }];
    // "\ No newline at end of file" is about the line above.
    if (line.startsWith('\\')) return [];
    return [{ type: 'normal', isNormal: true, oldLineNumber: oldLine++, newLineNumber: newLine++, content }];
  });
  return { ...place, content: `@@ -${place.oldStart},${place.oldLines} +${place.newStart},${place.newLines} @@`, changes };
}
