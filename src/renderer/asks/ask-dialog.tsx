import * as Radix from '@radix-ui/react-dialog';
import { useAtomValue, useStore } from 'jotai';
import { type RefObject, useId, useRef, useState } from 'react';
import type { Ask } from '../../shared/ask';
import { activate } from '../base/activate-session';
import { sessionsAtom } from '../base/app-state';
import { composerId } from '../base/composer-id';
import { Button } from '../ui/button';
import { CloseIcon } from '../ui/close-icon';
import { useRecordDialogClose } from '../ui/dialog-close-time';
import { TextWithCode } from '../ui/text-with-code';
import { answerDraftAtom } from './answer-draft';
import { AskBody } from './ask-body';
import styles from './ask-dialog.module.css';
import { describeCall, describeSubagent, dialogNames, headings } from './ask-words';
import { dialogStateAtom } from './dialog-state';
import { GoneAsk } from './gone-ask';
import { GuardedSurface } from './guarded-surface';
import { shownAsksAtom } from './held-prompts';
import { promptTextId } from './prompt-text';
import { isEditable } from './typing';

interface AskDialogProps {
  readonly shown: { readonly ask: Ask; readonly openedAt: number };
  readonly onDismiss: () => void;
}

/**
 * An ask of any session, in front of everything. It is not modal, so the person can read the transcript or another session first.
 * Esc dismisses it; the ask stays pending in its card and in the inbox.
 */
export function AskDialog({ shown: { ask: asked, openedAt }, onDismiss }: AskDialogProps) {
  useRecordDialogClose();
  const waiting = useAtomValue(shownAsksAtom).find(({ id }) => id === asked.id);
  const sending = useAtomValue(answerDraftAtom)(asked.id).phase === 'sending';
  // The dialog is gone before the next frame, so it never shows who answered.
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
    onDismiss();
    void activate(store, ask.sessionId);
  };
  return (
    <Radix.Root open modal={false} onOpenChange={(open) => !open && onDismiss()}>
      <Radix.Portal>
        <div className={styles.overlay} />
        <Radix.Content
          ref={content}
          role={ask.kind === 'permission' ? 'alertdialog' : 'dialog'}
          className={styles.content}
          data-ask-dialog=""
          aria-describedby={isOpen ? describedBy(ask, aboutId) : undefined}
          onOpenAutoFocus={(event) => focusFirst(event, content, focusedBefore)}
          // While an input method composes, Esc belongs to it.
          onEscapeKeyDown={(event) => event.isComposing && event.preventDefault()}
          onCloseAutoFocus={(event) => focusAfter(event, focusedBefore)}
          // A press outside was meant for what is there.
          onInteractOutside={(event) => event.preventDefault()}
        >
          <div className={styles.header}>
            <Radix.Title className={styles.title}>{dialogNames[ask.kind](ask)}</Radix.Title>
            <p className={styles.who}>
              <strong>{session?.title ?? 'A session'}</strong>
              {ask.agentId !== null && <span className={styles.chip}>{describeSubagent(ask)}</span>}
            </p>
            <Button small look="quiet" title="Put away (Esc)" aria-label="Put away" onClick={onDismiss}>
              <CloseIcon />
            </Button>
          </div>
          <GuardedSurface changedAt={openedAt} className={styles.body}>
            {isOpen ? (
              <>
                {ask.kind === 'permission' && (
                  <p id={aboutId} className={styles.heading}>
                    {headings.permission(ask)}
                    {session && !ask.interaction && (
                      <span className={styles.summary}>
                        {' · '}
                        <TextWithCode text={describeCall(ask, session)} />
                      </span>
                    )}
                  </p>
                )}
                <AskBody ask={ask} surface="dialog" />
              </>
            ) : (
              <GoneAsk ask={ask} onClose={onDismiss} />
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

/** The element that says what is asked. */
function describedBy(ask: Ask, aboutId: string): string | undefined {
  const prompt = ask.interaction ? promptTextId(ask, 'dialog') : '';
  return `${ask.kind === 'permission' ? aboutId : ''} ${prompt}`.trim() || undefined;
}

/** Focuses the control that may be used at once; if there is none, the dialog itself. */
function focusFirst(event: Event, content: RefObject<HTMLDivElement | null>, before: HTMLElement | null): void {
  event.preventDefault();
  const first = content.current?.querySelector<HTMLElement>('[data-first-focus]') ?? null;
  // The rest of a half-written message must not go into a form.
  const isWriting = isEditable(before) && before instanceof HTMLTextAreaElement && before.value !== '';
  (isWriting && isEditable(first) ? content.current : (first ?? content.current))?.focus();
}

let lastOutside: HTMLElement | null = null;

/** Returns the element to focus afterwards. If one dialog follows another, it is the one from before the first. */
function focusedOutside(): HTMLElement | null {
  const { activeElement } = document;
  const isOutside = activeElement instanceof HTMLElement && activeElement !== document.body && !activeElement.closest('[role$=dialog]');
  if (isOutside) lastOutside = activeElement;
  else if (!document.querySelector('[data-ask-dialog]')) lastOutside = null;
  return lastOutside;
}

/** Restores the focus, unless the person moved it or the next dialog has taken it. */
function focusAfter(event: Event, before: HTMLElement | null): void {
  event.preventDefault();
  if (document.activeElement !== document.body || document.querySelector('[role$=dialog]')) return;
  (before?.isConnected ? before : document.getElementById(composerId))?.focus();
}
