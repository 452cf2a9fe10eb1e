import { structuredPatch } from 'diff';
import type { ChangeData, HunkData } from 'react-diff-view';

/** Texts that have nothing in common are not worth more time than this. */
const longestMs = 500;

/** The lines that differ, with some around them; null when the two texts are too different to be compared in good time. */
export function diffHunks(before: string, after: string): HunkData[] | null {
  const patch = structuredPatch('', '', before, after, '', '', { context: 3, timeout: longestMs });
  return (
    patch?.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => {
      let [oldLine, newLine] = [oldStart, newStart];
      const changes = lines.flatMap((line): ChangeData[] => {
        const content = line.slice(1);
        if (line.startsWith('+')) return [{ type: 'insert', isInsert: true, lineNumber: newLine++, content }];
        if (line.startsWith('-')) return [{ type: 'delete', isDelete: true, lineNumber: oldLine++, content }];
        // "No newline at end of file" belongs to no line.
        if (!line.startsWith(' ')) return [];
        return [{ type: 'normal', isNormal: true, oldLineNumber: oldLine++, newLineNumber: newLine++, content }];
      });
      const content = `@@ −${oldStart},${oldLines} +${newStart},${newLines} @@`;
      return { content, oldStart, oldLines, newStart, newLines, changes };
    }) ?? null
  );
}
