import * as Radix from '@radix-ui/react-dialog';
import { useAtomValue, useStore } from 'jotai';
import { type RefObject, useId, useRef, useState } from 'react';
import type { Ask } from '../../shared/ask';
import { activate } from '../base/activate-session';
import { asksAtom, sessionsAtom } from '../base/app-state';
import { composerId } from '../base/composer-id';
import { Button } from '../ui/button';
import { CloseIcon } from '../ui/close-icon';
import { useRecordDialogClose } from '../ui/dialog-close-time';
import { TextWithCode } from '../ui/text-with-code';
import { answerDraftAtom } from './answer-draft';
import { AskBody } from './ask-body';
import styles from './ask-dialog.module.css';
import { dialogNames, doesWhat, fromWhom, headings } from './ask-words';
import { dialogStateAtom } from './dialog-state';
import { GoneAsk } from './gone-ask';
import { GuardedSurface } from './guarded-surface';

interface AskDialogProps {
  readonly shown: { readonly ask: Ask; readonly openedAt: number };
  readonly onPutAway: () => void;
}

/**
 * An ask of any session, in front of everything. It is not modal: whoever decides may first read the transcript or look at
 * another session. Esc puts it away; it goes on waiting in its card and in the inbox.
 */
export function AskDialog({ shown: { ask: asked, openedAt }, onPutAway }: AskDialogProps) {
  useRecordDialogClose();
  const waiting = useAtomValue(asksAtom).find(({ id }) => id === asked.id);
  const sending = useAtomValue(answerDraftAtom)(asked.id).phase === 'sending';
  // It goes before the next frame, so there is nothing to say about who was first.
  const answered = useAtomValue(dialogStateAtom).answeredHere.has(asked.id);
  const list = useAtomValue(sessionsAtom);
  const session = list?.sessions.find(({ id }) => id === asked.sessionId);
  const ask = waiting ?? asked;
  const isOpen = waiting !== undefined || sending || answered;
  const aboutId = useId();
  const store = useStore();
  const content = useRef<HTMLDivElement>(null);
  const [focusedBefore] = useState(focusedOutside);
  const showSession = (): void => {
    onPutAway();
    void activate(store, ask.sessionId);
  };
  return (
    <Radix.Root open modal={false} onOpenChange={(open) => !open && onPutAway()}>
      <Radix.Portal>
        <div className={styles.overlay} />
        <Radix.Content
          ref={content}
          role={ask.kind === 'permission' ? 'alertdialog' : 'dialog'}
          className={styles.content}
          data-ask-dialog=""
          aria-describedby={isOpen && ask.kind === 'permission' ? aboutId : undefined}
          onOpenAutoFocus={(event) => focusFirst(event, content)}
          // While an input method composes, Esc is its own.
          onEscapeKeyDown={(event) => event.isComposing && event.preventDefault()}
          onCloseAutoFocus={(event) => focusAfter(event, focusedBefore)}
          // A press beside it was meant for what is there.
          onInteractOutside={(event) => event.preventDefault()}
        >
          <div className={styles.header}>
            <Radix.Title className={styles.title}>{dialogNames[ask.kind](ask)}</Radix.Title>
            <p className={styles.who}>
              <strong>{session?.title ?? 'A session'}</strong>
              {ask.agentId !== null && <span className={styles.chip}>{fromWhom(ask)}</span>}
            </p>
            <Button small look="quiet" title="Put away (Esc)" aria-label="Put away" onClick={onPutAway}>
              <CloseIcon />
            </Button>
          </div>
          <GuardedSurface changedAt={openedAt} className={styles.body}>
            {isOpen ? (
              <>
                {ask.kind === 'permission' && (
                  <p id={aboutId} className={styles.heading}>
                    {headings.permission(ask)}
                    {session && (
                      <span className={styles.summary}>
                        {' · '}
                        <TextWithCode text={doesWhat(ask, session)} />
                      </span>
                    )}
                  </p>
                )}
                <AskBody ask={ask} surface="dialog" />
              </>
            ) : (
              <GoneAsk ask={ask} onClose={onPutAway} />
            )}
          </GuardedSurface>
          {ask.sessionId !== list?.active && (
            <Button look="link" className={styles.show} onClick={showSession}>
              Show the session
            </Button>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** To what may be pressed at once; where nothing may, to the dialog itself. */
function focusFirst(event: Event, content: RefObject<HTMLDivElement | null>): void {
  event.preventDefault();
  const first = content.current?.querySelector<HTMLElement>('[data-first-focus]');
  (first ?? content.current)?.focus();
}

let lastOutside: HTMLElement | null = null;

/** Where the person is; from one dialog to the next that is where they were before the first, unless they went elsewhere. */
function focusedOutside(): HTMLElement | null {
  const { activeElement } = document;
  const isOutside = activeElement instanceof HTMLElement && activeElement !== document.body && !activeElement.closest('[role$=dialog]');
  if (isOutside) lastOutside = activeElement;
  else if (!document.querySelector('[data-ask-dialog]')) lastOutside = null;
  return lastOutside;
}

/** Back to where the person was, unless they went elsewhere by themselves. The next dialog has taken the focus already. */
function focusAfter(event: Event, before: HTMLElement | null): void {
  event.preventDefault();
  if (document.activeElement !== document.body || document.querySelector('[role$=dialog]')) return;
  (before?.isConnected ? before : document.getElementById(composerId))?.focus();
}
