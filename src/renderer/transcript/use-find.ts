import { useAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { messageOf } from '../../shared/errors';
import type { SessionId } from '../../shared/ids';
import type { TranscriptHit } from '../../shared/transcript';
import { findOpenAtom } from '../base/app-state';
import { host } from '../base/host';
import { markMatches } from './find-marks';
import { type Found, firstHit, nextHit } from './find-step';
import type { Place } from './places';

/** How long to wait after the last key before searching. */
const patienceMs = 120;

export interface Find {
  readonly open: boolean;
  readonly text: string;
  readonly found: Found | null;
  readonly failure: string | null;
  /** The hit to scroll to. */
  readonly hit: TranscriptHit | null;
  change(text: string): void;
  step(by: 1 | -1): void;
  close(): void;
}

/** Searches the whole transcript of a session. Main does the search, because the window holds only part of it. */
export function useFind(id: SessionId, place: Place, scroller: HTMLElement | null, onFind: () => void): Find {
  const [open, setOpen] = useAtom(findOpenAtom);
  const [text, setText] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const wanted = open ? text.trim() : '';

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text is what calls for a new search
  useEffect(() => {
    if (wanted === '') {
      setFound(null);
      return;
    }
    let newest = true;
    const timer = setTimeout(async () => {
      try {
        const { hits, more } = await host.request('transcript.find', { id, text: wanted });
        if (!newest) return;
        setFailure(null);
        if (hits.length > 0) onFind();
        setFound({ text: wanted, hits, more, at: firstHit(hits, place.first) });
      } catch (error) {
        if (newest) setFailure(messageOf(error));
      }
    }, patienceMs);
    return () => {
      newest = false;
      clearTimeout(timer);
    };
  }, [id, wanted]);

  const hit = found?.hits[found.at] ?? null;
  useEffect(() => (scroller && found ? markMatches(scroller, found.text, hit?.index ?? null) : undefined), [scroller, found, hit]);

  return {
    open,
    text,
    found,
    failure,
    hit,
    change: setText,
    step: (by) => {
      onFind();
      setFound((before) => before && { ...before, at: nextHit(before.hits, before.at, by) });
    },
    close: () => {
      setOpen(false);
      scroller?.focus();
    },
  };
}
