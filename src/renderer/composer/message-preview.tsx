import type { QueuedMessage } from '../../shared/session';
import { counted } from '../ui/amounts';
import styles from './composer.module.css';

/** A message that the main process holds. */
export function MessagePreview({ label, message: { text, images } }: { readonly label: string; readonly message: QueuedMessage }) {
  return (
    <p className={styles.preview}>
      <span className={styles.label}>{label}: </span>
      {text}
      {images > 0 && ` (${counted(images, 'picture')})`}
    </p>
  );
}
