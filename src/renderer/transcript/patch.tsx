import type { PatchHunk } from '../../shared/transcript';
import { ScrollBox } from '../ui/scroll-box';
import styles from './transcript.module.css';

interface PatchProps {
  readonly path: string;
  readonly created: boolean;
  readonly hunks: readonly PatchHunk[];
}

const lineLook = (line: string): string | undefined =>
  line.startsWith('+') ? styles.added : line.startsWith('-') ? styles.removed : undefined;

/** What changed in a file, line by line. */
export function Patch({ path, created, hunks }: PatchProps) {
  return (
    <ScrollBox name={`Changes to ${path}`} className={styles.patch}>
      {created && hunks.length === 0 && <p className={styles.aside}>New file</p>}
      {hunks.map((hunk) => (
        <pre key={`${hunk.oldStart}/${hunk.newStart}`}>
          <span className={styles.hunk}>
            @@ −{hunk.oldStart},{hunk.oldLines} +{hunk.newStart},{hunk.newLines} @@
          </span>
          {hunk.lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat, and a patch never changes
            <span key={at} className={lineLook(line)}>
              {line}
            </span>
          ))}
        </pre>
      ))}
    </ScrollBox>
  );
}
