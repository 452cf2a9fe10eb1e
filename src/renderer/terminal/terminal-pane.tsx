import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { TerminalSummary } from '../../shared/terminal';
import { isMacAtom } from '../base/app-state';
import type { Paste } from './clean-paste';
import { FindInTerminal } from './find-in-terminal';
import type { TerminalLink } from './link';
import { LinkQuestion } from './link-question';
import { PasteQuestion } from './paste-question';
import { screensAtom } from './screens';
import styles from './terminal.module.css';
import { terminalButtonId } from './terminal-bar';

/** Shows the screen of a terminal, with its find bar and questions. */
export function TerminalPane({ terminal }: { readonly terminal: TerminalSummary }) {
  const screens = useAtomValue(screensAtom);
  const mac = useAtomValue(isMacAtom);
  const [finding, setFinding] = useState(false);
  const [question, setQuestion] = useState<Paste | null>(null);
  const [link, setLink] = useState<TerminalLink | null>(null);
  const container = useRef<HTMLDivElement>(null);
  const screen = screens.open(terminal, mac);

  const show = useEffectEvent(() => {
    if (!container.current) return;
    const hide = screen.show(container.current, {
      find: () => setFinding(true),
      leave: () => document.getElementById(terminalButtonId(terminal.id))?.focus(),
      confirm: setQuestion,
      confirmLink: setLink,
    });
    // Take the focus, unless the person has put it elsewhere, for example on the tabs.
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
      <div ref={container} className={styles.place} />
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
