import { useEffect, useState } from 'react';
import { messageOf } from '../../shared/errors';
import type { MessageImage } from '../../shared/session';
import { loadImage } from './attachments';
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
          <Thumbnail image={image} alt={`Attachment ${at + 1}`} />
          <button type="button" aria-label={`Remove attachment ${at + 1}`} onClick={() => onRemove(image)}>
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}

type Loaded = { readonly url: string } | { readonly failure: string };

/** Says what is wrong in place of a picture that main no longer has. */
function Thumbnail({ image, alt }: { readonly image: MessageImage; readonly alt: string }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let gone = false;
    loadImage(image).then(
      (blob) => {
        if (gone) return;
        url = URL.createObjectURL(blob);
        setLoaded({ url });
      },
      (error: unknown) => {
        if (!gone) setLoaded({ failure: messageOf(error) });
      },
    );
    return () => {
      gone = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [image]);
  if (loaded && 'failure' in loaded) return <span className={styles.lost}>{loaded.failure}</span>;
  return <img src={loaded?.url} alt={alt} onError={() => setLoaded({ failure: 'This picture can’t be shown.' })} />;
}
