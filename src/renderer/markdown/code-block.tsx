import { type ReactNode, useEffect, useState } from 'react';
import { CopyButton } from '../base/copy-button';
import { ScrollBox } from '../ui/scroll-box';
import styles from './code.module.css';
import { isWorthColours } from './colour-cost';

interface CodeBlockProps {
  readonly text: string;
  /** The language that the fence names. Only known languages are highlighted. */
  readonly language?: string;
  readonly name?: string;
  /** More text is still coming, so the code is not highlighted yet. */
  readonly live?: boolean;
}

/** Highlighted code with a copy button. */
export function CodeBlock({ text, language = '', name = 'Code', live = false }: CodeBlockProps) {
  const colours = useColours(text, language, !live && isWorthColours(text));
  return (
    <div className={styles.block}>
      <div className={styles.head}>
        <span>{language}</span>
        <CopyButton text={text} />
      </div>
      <ScrollBox name={language === '' ? name : `${name}, ${language}`} className={styles.code}>
        {colours ?? text}
      </ScrollBox>
    </div>
  );
}

function useColours(text: string, language: string, wanted: boolean): ReactNode | null {
  const [made, setMade] = useState<{ readonly of: string; readonly nodes: ReactNode } | null>(null);
  useEffect(() => {
    if (!wanted || language === '') return;
    let shown = true;
    void import('./colours').then(({ coloured }) => {
      if (shown) setMade({ of: text, nodes: coloured(text, language) });
    });
    return () => {
      shown = false;
    };
  }, [text, language, wanted]);
  return made?.of === text ? made.nodes : null;
}
