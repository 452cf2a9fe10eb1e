import { useEffect, useState } from 'react';
import type { Ask } from '../../shared/ask';
import type { AskedFile } from '../../shared/asked-file';
import { messageOf } from '../../shared/errors';
import { host } from '../base/host';

/** The file that a call would change, as far as we have read it. */
export type KnownFile =
  | { readonly state: 'reading' }
  /** The call names no file. */
  | { readonly state: 'none' }
  | { readonly state: 'failed'; readonly why: string }
  | { readonly state: 'read'; readonly file: AskedFile };

/** Reads the file that a call would change, and again when the window gets the focus, because people edit files elsewhere. */
export function useAskedFile({ id }: Ask, wanted: boolean): KnownFile {
  const [known, setKnown] = useState<KnownFile>({ state: 'reading' });
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    const take = (now: KnownFile): void => {
      if (current) setKnown(now);
    };
    const read = (): void =>
      void host.request('asks.file', { id }).then(
        (file) => take(file ? { state: 'read', file } : { state: 'none' }),
        (error: unknown) => take({ state: 'failed', why: messageOf(error) }),
      );
    read();
    window.addEventListener('focus', read);
    return () => {
      current = false;
      window.removeEventListener('focus', read);
    };
  }, [id, wanted]);
  return wanted ? known : { state: 'none' };
}
