import { useEffect, useState } from 'react';
import type { Ask } from '../../shared/ask';
import { messageOf } from '../../shared/errors';
import { host } from '../base/host';

export interface AskInput {
  /** Truncated if it is long, until `whole`. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly whole: boolean;
  readonly failure: string | null;
}

/** The input of an ask. The list of asks carries only the start of a long input, so this fetches the rest. */
export function useAskInput({ id, input, truncated, fingerprint }: Ask): AskInput {
  const [read, setRead] = useState<{ readonly of: string; readonly input: Readonly<Record<string, unknown>> } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (!truncated) return;
    let current = true;
    host.request('asks.input', { id }).then(
      (whole) => current && setRead({ of: fingerprint, input: whole }),
      (error: unknown) => current && setFailure(messageOf(error)),
    );
    return () => {
      current = false;
    };
  }, [id, truncated, fingerprint]);
  const full = read?.of === fingerprint ? read.input : null;
  return { input: full ?? input, whole: !truncated || full !== null, failure };
}
