import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { TerminalSummary } from '../../shared/terminal';
import { isMacAtom } from '../base/app-state';
import { FindInTerminal } from './find-in-terminal';
import type { TerminalLink } from './link';
import { LinkQuestion } from './link-question';
import { PasteQuestion } from './paste-question';
import type { Pasted } from './pasted';
import { screensAtom } from './screens';
import styles from './terminal.module.css';
import { terminalButtonId } from './terminal-bar';

/** Where a terminal's screen is put, with what belongs over it. */
export function TerminalPane({ terminal }: { readonly terminal: TerminalSummary }) {
  const screens = useAtomValue(screensAtom);
  const mac = useAtomValue(isMacAtom);
  const [finding, setFinding] = useState(false);
  const [question, setQuestion] = useState<Pasted | null>(null);
  const [link, setLink] = useState<TerminalLink | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const screen = screens.open(terminal, mac);

  const show = useEffectEvent(() => {
    if (!place.current) return;
    const hide = screen.show(place.current, {
      find: () => setFinding(true),
      leave: () => document.getElementById(terminalButtonId(terminal.id))?.focus(),
      confirm: setQuestion,
      confirmLink: setLink,
    });
    // Ready to type, unless the person is somewhere else: on the tabs, say.
    if (document.activeElement === document.body) screen.focus();
    return hide;
  });
  useEffect(() => show(), []);

  return (
    <section aria-label={`Terminal ${terminal.number}`} className={styles.pane}>
      {finding && (
        <FindInTerminal
          find={(text, backwards) => screen.find(text, backwards)}
          onClose={() => {
            setFinding(false);
            screen.focus();
          }}
        />
      )}
      <div ref={place} className={styles.place} />
      {link && <LinkQuestion link={link} onClose={() => setLink(null)} />}
      {question && (
        <PasteQuestion
          pasted={question}
          onClose={() => setQuestion(null)}
          onPaste={() => {
            setQuestion(null);
            screen.paste(question);
          }}
        />
      )}
    </section>
  );
}
