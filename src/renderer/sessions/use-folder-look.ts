import { useEffect, useState } from 'react';
import { messageOf } from '../../shared/errors';
import type { FolderLook } from '../../shared/session';
import { host } from '../base/host';

/** How long typing must pause before the folder is checked. */
const debounceMs = 120;

export type Looked =
  | { readonly state: 'empty' | 'looking' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'seen'; readonly look: FolderLook };

/** Returns what main knows about the typed folder. Replies about an earlier text are ignored. */
export function useFolderLook(folder: string): Looked {
  const [latest, setLatest] = useState<{ readonly folder: string; readonly looked: Looked } | null>(null);
  useEffect(() => {
    if (folder === '') return;
    let current = true;
    const timer = setTimeout(() => {
      host.request('folders.look', { folder }).then(
        (look) => current && setLatest({ folder, looked: { state: 'seen', look } }),
        (error: unknown) => current && setLatest({ folder, looked: { state: 'failed', message: messageOf(error) } }),
      );
    }, debounceMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [folder]);
  if (folder === '') return { state: 'empty' };
  return latest?.folder === folder ? latest.looked : { state: 'looking' };
}
