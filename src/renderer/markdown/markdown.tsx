import { memo, type ReactNode, useMemo } from 'react';
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { ScrollBox } from '../ui/scroll-box';
import { type Block, blocksOf } from './blocks';
import { CodeBlock } from './code-block';
import styles from './markdown.module.css';
import { OutsideLink } from './outside-link';
import { usePaced } from './paced';
import { RecentlyRead } from './recently-read';

export interface MarkdownProps {
  readonly text: string;
  /** More of it is still coming. */
  readonly live?: boolean;
}

/** Markdown that nobody has checked: no HTML, no pictures from elsewhere, links only by way of the main process. */
export function Markdown({ text, live = false }: MarkdownProps) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return (
    <div className={styles.markdown}>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added at the end
        <BlockView key={at} block={block} live={live && at === blocks.length - 1} />
      ))}
    </div>
  );
}

function BlockView({ block, live }: { readonly block: Block; readonly live: boolean }) {
  if (block.kind === 'code') return <CodeBlock language={block.language} text={block.text} live={live} />;
  return live ? <LiveText source={block.source} /> : <Text source={block.source} />;
}

/** It is another text with each frame, so none of them is worth keeping. */
function LiveText({ source }: { readonly source: string }) {
  const paced = usePaced(source);
  return useMemo(() => read(paced), [paced]);
}

const Text = memo(function Text({ source }: { readonly source: string }) {
  return recent.get(source);
});

const plugins = [remarkGfm];
const read = (source: string): ReactNode => ReactMarkdown({ remarkPlugins: plugins, components, children: source });
const recent = new RecentlyRead(read);

const components: Components = {
  a: ({ href, children }) => <OutsideLink url={href ?? ''}>{children}</OutsideLink>,
  img: ({ src, alt }) => <OutsideLink url={typeof src === 'string' ? src : ''}>{alt || 'Picture'}</OutsideLink>,
  table: ({ children }) => (
    <ScrollBox name="Table" className={styles.table}>
      <table>{children}</table>
    </ScrollBox>
  ),
  pre: ({ node }) => <CodeBlock {...codeIn(node)} />,
  // Below the session's title, and all alike: models skip levels as they please.
  h1: ({ children }) => <h2 data-level="1">{children}</h2>,
  h2: ({ children }) => <h2 data-level="2">{children}</h2>,
  h3: ({ children }) => <h2>{children}</h2>,
  h4: ({ children }) => <h2>{children}</h2>,
  h5: ({ children }) => <h2>{children}</h2>,
  h6: ({ children }) => <h2>{children}</h2>,
};

type Node = NonNullable<ExtraProps['node']>;

function codeIn(pre: Node | undefined): { readonly language: string; readonly text: string } {
  const code = pre?.children.find((child) => child.type === 'element');
  const names = code?.properties.className;
  const name = Array.isArray(names) ? names.find((one) => String(one).startsWith('language-')) : undefined;
  const text = code?.children.map((child) => (child.type === 'text' ? child.value : '')).join('') ?? '';
  return { language: String(name ?? '').slice('language-'.length), text: text.replace(/\n$/, '') };
}
