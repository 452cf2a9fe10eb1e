import type { TranscriptImage } from '../../../shared/transcript';
import { counted } from '../../ui/amounts';
import styles from './pictures.module.css';

/** Types that can only be pictures. An SVG could contain more. */
const shown: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export const isPicture = (mediaType: string): boolean => shown.has(mediaType);

export function Pictures({ images }: { readonly images: readonly TranscriptImage[] }) {
  if (images.length === 0) return null;
  const withData = images.filter(({ mediaType, data }) => data !== null && shown.has(mediaType));
  const left = images.length - withData.length;
  return (
    <div className={styles.pictures}>
      {withData.map(({ mediaType, data }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes and has nothing else to tell its entries apart
        <img key={at} src={`data:${mediaType};base64,${data}`} alt={`Attachment ${at + 1}`} />
      ))}
      {left > 0 && <span className={styles.missing}>{counted(left, 'image')}</span>}
    </div>
  );
}
