import { memo } from 'react';
import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import styles from './markdown.module.css';

interface MarkdownProps {
  readonly text: string;
  readonly onLink: (url: string) => void;
}

const plugins: Options['remarkPlugins'] = [remarkGfm];

/** Markdown that nobody has vouched for: no HTML of its own, no pictures from elsewhere, and links only by way of `onLink`. */
export const Markdown = memo(function Markdown({ text, onLink }: MarkdownProps) {
  const components: Components = {
    a: ({ href = '', children }) => (
      <a
        href={href}
        title={href}
        onClick={(event) => {
          event.preventDefault();
          onLink(href);
        }}
      >
        {children}
      </a>
    ),
    img: ({ alt = '', src }) => (
      <span className={styles.picture} title={typeof src === 'string' ? src : undefined}>
        Picture: {alt === '' ? 'no description' : alt}
      </span>
    ),
  };
  return (
    <div className={styles.markdown}>
      <ReactMarkdown remarkPlugins={plugins} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
});
