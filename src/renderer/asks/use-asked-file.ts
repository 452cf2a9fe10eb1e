import { useEffect, useState } from 'react';
import type { Ask } from '../../shared/ask';
import type { AskedFile } from '../../shared/asked-file';
import { messageOf } from '../../shared/errors';
import { host } from '../base/host';

/** The file that a call would change, as far as it is known. */
export type KnownFile =
  | { readonly state: 'reading' }
  /** Of a call that names none there is nothing to compare with. */
  | { readonly state: 'none' }
  | { readonly state: 'failed'; readonly why: string }
  | { readonly state: 'read'; readonly file: AskedFile };

/** The file behind an ask, read again whenever the window comes to the front: people change files elsewhere. */
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
