import { useAtom, useAtomValue } from 'jotai';
import { useRef } from 'react';
import type { SessionSummary } from '../../shared/session';
import { activeAsksAtom, followingAtom, transcriptAtom, transcriptFailureAtom, watchedTranscriptAtom } from '../app-state';
import { AskCard } from '../asks/ask-card';
import { useTask } from '../task';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { useKeptPlace } from './kept-place';
import styles from './transcript.module.css';
import { TranscriptEntry } from './transcript-entry';
import { hasEarlier, isAtEnd } from './transcript-window';

/** What was said and done, and what waits for the person. Stays at the end unless the person scrolled up. */
export function Transcript({ session }: { readonly session: SessionSummary }) {
  const window = useAtomValue(transcriptAtom);
  const failure = useAtomValue(transcriptFailureAtom);
  const reader = useAtomValue(watchedTranscriptAtom);
  const asks = useAtomValue(activeAsksAtom);
  const [following, setFollowing] = useAtom(followingAtom);
  const earlier = useTask();
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const onScroll = useKeptPlace(scroller, content, {
    first: window?.items[0]?.index,
    following,
    onFollow: (follow) => setFollowing(follow && (!window || isAtEnd(window))),
  });
  const toEnd = (): void => {
    if (window && !isAtEnd(window)) void reader?.toEnd();
    setFollowing(true);
  };

  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        role="log"
        aria-label="Transcript"
        // Streamed text would be read out in pieces; asks are announced on their own.
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must do so by keyboard too
        tabIndex={0}
        className={styles.scroller}
        onScroll={onScroll}
      >
        <div ref={content} className={styles.content}>
          {failure !== null && <Failure text={`The transcript can’t be read: ${failure}`} />}
          {window && hasEarlier(window) && (
            <Button small className={styles.earlier} disabled={earlier.busy} onClick={() => earlier.run(async () => reader?.earlier())}>
              Load earlier
            </Button>
          )}
          <Failure text={earlier.failure} />
          {window?.total === 0 && asks.length === 0 && <p className={styles.nothing}>Nothing has been said yet.</p>}
          {window?.items.map((item) => (
            <TranscriptEntry key={item.index} sessionId={session.id} item={item} />
          ))}
          {window && asks.map((ask) => <AskCard key={`${ask.id}/${ask.askedAt}`} ask={ask} />)}
        </div>
      </div>
      {!following && (
        <Button small className={styles.toEnd} onClick={toEnd}>
          Jump to the end
        </Button>
      )}
    </div>
  );
}
