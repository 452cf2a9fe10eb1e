import type { MessageImage } from '../../shared/session';
import styles from './composer.module.css';

interface AttachedImagesProps {
  readonly images: readonly MessageImage[];
  readonly onRemove: (image: MessageImage) => void;
}

export function AttachedImages({ images, onRemove }: AttachedImagesProps) {
  if (images.length === 0) return null;
  return (
    <ul className={styles.images} aria-label="Attachments">
      {images.map((image, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may be attached twice
        <li key={at}>
          <img src={`data:${image.mediaType};base64,${image.data}`} alt={`Attachment ${at + 1}`} />
          <button type="button" aria-label={`Remove attachment ${at + 1}`} onClick={() => onRemove(image)}>
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}
