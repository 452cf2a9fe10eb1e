import { useAtomValue, useSetAtom } from 'jotai';
import { memo, useMemo, useState } from 'react';
import type { SessionId } from '../../shared/ids';
import { AskCard } from '../asks/ask-card';
import { asksAtEndAtom } from '../asks/placed-prompts';
import { transcriptAtom, transcriptFailureAtom } from '../base/app-state';
import { ItemBoundary } from '../base/item-boundary';
import { counted } from '../ui/amounts';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { FindBar } from '../ui/find-bar';
import { foundWords } from './find-step';
import { followEndAtom, newPlace, type Place, placesAtom } from './places';
import { Rows } from './rows';
import styles from './transcript.module.css';
import { useFind } from './use-find';

/** The conversation and the pending asks. It stays at the end unless the person scrolls up. */
export const Transcript = memo(function Transcript({ id }: { readonly id: SessionId }) {
  const copy = useAtomValue(transcriptAtom);
  const failure = useAtomValue(transcriptFailureAtom);
  const place = usePlace(id);
  const following = useAtomValue(place.followingAtom);
  const followEnd = useSetAtom(followEndAtom);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const find = useFind(id, place, scroller, () => followEnd(place, false));
  const fresh = (copy?.total ?? 0) - place.seen;

  return (
    <div className={styles.frame}>
      <div
        ref={setScroller}
        role="log"
        aria-label="Transcript"
        // A screen reader would read streamed text in pieces. Asks are announced separately.
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must do so by keyboard too
        tabIndex={0}
        className={styles.scroller}
      >
        {copy && scroller && (
          <Rows sessionId={id} copy={copy} scroller={scroller} place={place} hit={find.hit}>
            <WaitingAsks afterNothing={copy.total === 0} />
          </Rows>
        )}
      </div>
      {find.open && (
        <FindBar
          name="Find in transcript"
          text={find.text}
          found={find.found ? foundWords(find.found) : ''}
          none={!find.hit}
          failure={find.failure}
          enterDirection={1}
          onChange={find.change}
          onStep={find.step}
          onClose={find.close}
        />
      )}
      <div className={styles.foot}>
        {failure !== null && <Failure text={`The transcript can’t be read: ${failure}`} />}
        {!following && (
          <Button small className={styles.toEnd} title="Jump to the end" onClick={() => followEnd(place, true)}>
            {fresh > 0 ? counted(fresh, 'new', 'new') : 'Jump to the end'}
          </Button>
        )}
      </div>
    </div>
  );
});

/** A component of its own, so that the items don't render again when asks change. */
function WaitingAsks({ afterNothing }: { readonly afterNothing: boolean }) {
  const asks = useAtomValue(asksAtEndAtom);
  // The next prompt of a tool takes the place of the last.
  const keys = asks.map(({ id, askedAt, fingerprint, interaction }) => `${id}/${askedAt}${interaction ? '' : `/${fingerprint}`}`);
  const together = asks.map(({ fingerprint, interaction }, at) => `${keys[at]}/${fingerprint}/${interaction?.id}`).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: when one comes or goes, the others move
  const changedAt = useMemo(() => Date.now(), [together]);
  return (
    <>
      {afterNothing && asks.length === 0 && <p className={styles.nothing}>Nothing has been said yet.</p>}
      <div className={styles.asks}>
        {asks.map((ask, at) => (
          <ItemBoundary key={keys[at]} item={ask}>
            <AskCard ask={ask} changedAt={changedAt} />
          </ItemBoundary>
        ))}
      </div>
    </>
  );
}

function usePlace(id: SessionId): Place {
  const places = useAtomValue(placesAtom);
  const [place] = useState(() => {
    const kept = places.get(id) ?? newPlace();
    places.set(id, kept);
    return kept;
  });
  return place;
}
