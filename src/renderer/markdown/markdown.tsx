import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { report } from '../base/report-failures';
import { ScrollBox } from '../ui/scroll-box';
import { type Block, blocksOf } from './blocks';
import { CodeBlock } from './code-block';
import styles from './markdown.module.css';
import { OutsideLink } from './outside-link';
import { RecentlyRead } from './recently-read';

export interface MarkdownProps {
  readonly text: string;
  /** More text is still coming. */
  readonly live?: boolean;
}

/**
 * Draws untrusted Markdown: no HTML, no remote pictures, links open through the main process, and text that could block the
 * parser stays plain. Nothing else uses the parser.
 */
export function Markdown({ text, live = false }: MarkdownProps) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return (
    <div className={styles.markdown}>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: text only grows, so blocks are only added at the end
        <BlockView key={at} block={block} live={live && at === blocks.length - 1} />
      ))}
    </div>
  );
}

function BlockView({ block, live }: { readonly block: Block; readonly live: boolean }) {
  if (block.kind === 'code') return <CodeBlock language={block.language} text={block.text} live={live} />;
  if (block.kind === 'plain') return <PlainText text={block.text} />;
  return live ? <LiveText source={block.source} /> : <Text source={block.source} />;
}

/** Not cached, because the text changes with each frame. */
function LiveText({ source }: { readonly source: string }) {
  const paced = usePaced(source);
  return useMemo(() => read(paced), [paced]);
}

const Text = memo(function Text({ source }: { readonly source: string }) {
  return recent.get(source);
});

/** Text that is too costly to parse, or that the parser fails on. */
function PlainText({ text }: { readonly text: string }) {
  return (
    <div>
      <p className={styles.note}>Too complex to format; shown as plain text.</p>
      <ScrollBox name="Plain text" className={styles.unformatted}>
        {text}
      </ScrollBox>
    </div>
  );
}

const plugins = [remarkGfm];

function read(source: string): ReactNode {
  try {
    return ReactMarkdown({ remarkPlugins: plugins, components, children: source });
  } catch (error) {
    report(error);
    return <PlainText text={source} />;
  }
}

const recent = new RecentlyRead(read);

const components: Components = {
  a: ({ href, children }) => <OutsideLink url={href ?? ''}>{children}</OutsideLink>,
  img: ({ src, alt }) => <OutsideLink url={typeof src === 'string' ? src : ''}>{alt || 'Picture'}</OutsideLink>,
  table: ({ children }) => (
    <ScrollBox name="Table" className={styles.table}>
      <table>{children}</table>
    </ScrollBox>
  ),
  pre: ({ node }) => <CodeBlock {...codeOf(node)} />,
  // All headings are below the session's title and on one level, because models skip levels.
  h1: ({ children }) => <h2 data-level="1">{children}</h2>,
  h2: ({ children }) => <h2 data-level="2">{children}</h2>,
  h3: ({ children }) => <h2>{children}</h2>,
  h4: ({ children }) => <h2>{children}</h2>,
  h5: ({ children }) => <h2>{children}</h2>,
  h6: ({ children }) => <h2>{children}</h2>,
};

type Node = NonNullable<ExtraProps['node']>;

function codeOf(pre: Node | undefined): { readonly language: string; readonly text: string } {
  const code = pre?.children.find((child) => child.type === 'element');
  const names = code?.properties.className;
  const name = Array.isArray(names) ? names.find((one) => String(one).startsWith('language-')) : undefined;
  const text = code?.children.map((child) => (child.type === 'text' ? child.value : '')).join('') ?? '';
  return { language: String(name ?? '').slice('language-'.length), text: text.replace(/\n$/, '') };
}

/** A text up to this length is parsed in every frame, in characters. */
const short = 2_000;
/** A longer text waits longer between parses, so that parsing takes about a tenth of the time. */
const charactersPerMs = 150;

/** Returns a growing text, updated only as often as it can be parsed without delaying frames. */
function usePaced(text: string): string {
  const [given, setGiven] = useState(text);
  const newest = useRef(text);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    newest.current = text;
    if (text.length <= short || timer.current !== null) return;
    timer.current = setTimeout(() => {
      timer.current = null;
      setGiven(newest.current);
    }, text.length / charactersPerMs);
  }, [text]);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  return text.length <= short ? text : given;
}
