import { useId } from 'react';
import type { ToolItem } from '../../../shared/transcript';
import { EscapedText } from '../../base/escaped-text';
import { RichText } from '../../markdown/rich-text';
import { counted } from '../../ui/amounts';
import { Button } from '../../ui/button';
import { ScrollBox } from '../../ui/scroll-box';
import { textField } from './field';
import { useFold } from './folds';
import { isPicture } from './pictures';
import styles from './shown-body.module.css';
import { type ShownContent, shownContent } from './shown-content';

/** What Claude shows the person: text, a table or a picture. */
export function ShownBody({ item }: { readonly item: ToolItem }) {
  const { key, input, truncated } = item;
  const title = textField(input, 'title');
  const content = shownContent(input);
  const titleId = useId();
  return (
    <figure className={styles.shown} {...(title === '' ? {} : { 'aria-labelledby': titleId })}>
      {title !== '' && (
        <figcaption id={titleId} className={styles.title}>
          <EscapedText text={title} />
        </figcaption>
      )}
      {content && <Content id={key} content={content} truncated={truncated} name={title === '' ? 'Table' : title} />}
    </figure>
  );
}

interface ContentProps {
  readonly id: string;
  readonly content: ShownContent;
  readonly truncated: boolean;
  readonly name: string;
}

function Content({ id, content, truncated, name }: ContentProps) {
  switch (content.what) {
    case 'markdown':
      return <RichText text={content.text} />;
    case 'table':
      return <Table id={id} name={name} columns={content.columns} rows={content.rows} />;
    default: {
      const { mediaType, data, alt } = content;
      // Half of a picture can’t be drawn.
      if (truncated) return <p className={styles.quiet}>{alt === '' ? '1 image' : alt}</p>;
      if (!isPicture(mediaType)) return <p className={styles.quiet}>This is no picture that can be shown.</p>;
      return <img className={styles.image} src={`data:${mediaType};base64,${data}`} alt={alt === '' ? 'Picture from Claude' : alt} />;
    }
  }
}

/** More rows are slow to lay out, and nobody reads them at once. */
const rowsAtFirst = 50;

interface TableProps {
  readonly id: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function Table({ id, name, columns, rows }: TableProps) {
  const [all, setAll] = useFold(`${id}/rows`);
  const left = all ? 0 : rows.length - rowsAtFirst;
  const shown = left > 0 ? rows.slice(0, rowsAtFirst) : rows;
  return (
    <>
      <ScrollBox name={name} className={styles.table}>
        <table>
          <thead>
            <tr>
              {columns.map((column, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the table never changes, and its columns may be equal
                <th key={at} scope="col">
                  <EscapedText text={column} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the table never changes, and its rows may be equal
              <tr key={at}>
                {columns.map((_, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell has nothing but its place
                  <td key={column}>
                    <EscapedText text={row[column] ?? ''} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {left > 0 && (
        <Button small look="link" className={styles.more} onClick={() => setAll(true)}>
          Show {counted(left, 'more row')}
        </Button>
      )}
    </>
  );
}
