import { useEffect, useState } from 'react';
import { messageOf } from '../../shared/errors';
import type { FolderLook } from '../../shared/session';
import { host } from '../base/host';

/** How long typing must rest before the folder is looked at. */
const restMs = 120;

export type Looked =
  | { readonly state: 'empty' | 'looking' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'seen'; readonly look: FolderLook };

/** What is known about the folder as it is typed now; an answer about an earlier text is not. */
export function useFolderLook(folder: string): Looked {
  const [seen, setSeen] = useState<{ readonly folder: string; readonly looked: Looked } | null>(null);
  useEffect(() => {
    if (folder === '') return;
    let current = true;
    const timer = setTimeout(() => {
      host.request('folders.look', { folder }).then(
        (look) => current && setSeen({ folder, looked: { state: 'seen', look } }),
        (error: unknown) => current && setSeen({ folder, looked: { state: 'failed', message: messageOf(error) } }),
      );
    }, restMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [folder]);
  if (folder === '') return { state: 'empty' };
  return seen?.folder === folder ? seen.looked : { state: 'looking' };
}
