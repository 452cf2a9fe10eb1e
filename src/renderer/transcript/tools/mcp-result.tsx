import { useAtomValue } from 'jotai';
import { escapeInvisible } from '../../../shared/invisible';
import type { McpResultPart, ToolOutcome } from '../../../shared/transcript';
import { activeSessionAtom } from '../../base/app-state';
import { CopyButton } from '../../base/copy-button';
import { EscapedText } from '../../base/escaped-text';
import { host } from '../../base/host';
import { useTask } from '../../base/task';
import { CodeBlock } from '../../markdown/code-block';
import { OutsideLink } from '../../markdown/outside-link';
import { Button } from '../../ui/button';
import { Failure } from '../../ui/failure';
import { LongText } from '../../ui/long-text';
import { Fold } from './folds';
import styles from './mcp.module.css';

/** More lines of JSON than this are folded at first. */
const shortLines = 12;

interface McpResultProps {
  /** Unique in the session. */
  readonly id: string;
  readonly outcome: Extract<ToolOutcome, { what: 'mcp' }>;
}

/** What an MCP tool returned besides plain text and images. Nothing in it opens by itself. */
export function McpResult({ id, outcome: { structured, parts } }: McpResultProps) {
  return (
    <>
      {structured !== null && (
        <Fold id={`${id}/structured`} summary="Structured result" initial={structured.split('\n', shortLines + 1).length <= shortLines}>
          <CodeBlock name="Structured result" language="json" text={structured} />
        </Fold>
      )}
      {parts.length > 0 && (
        <ul className={styles.parts}>
          {parts.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a result never changes once it is there
            <li key={at} className={styles.part}>
              <Part part={part} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Part({ part }: { readonly part: McpResultPart }) {
  switch (part.what) {
    case 'link':
      return <LinkPart part={part} />;
    case 'text':
      return (
        <>
          <p className={styles.kind}>
            Resource <Address text={part.uri} />
          </p>
          <LongText name={`Resource ${escapeInvisible(part.uri)}`} text={part.text} />
        </>
      );
    default:
      return (
        <p className={styles.kind}>
          {part.uri === null ? (
            'Audio, not played'
          ) : (
            <>
              Resource <Address text={part.uri} />, not shown
            </>
          )}{' '}
          ({part.mediaType}, {part.size}), saved to <Address text={part.path} /> <CopyButton text={part.path} title="Copy the path" />
        </p>
      );
  }
}

const Address = ({ text }: { readonly text: string }) => (
  <code className={styles.address}>
    <EscapedText text={text} />
  </code>
);

/** A link that the server named. Only web pages open, and a file of the session's folder is shown in the file manager. */
function LinkPart({ part: { uri, name, description } }: { readonly part: Extract<McpResultPart, { what: 'link' }> }) {
  const shownName = escapeInvisible(name) || 'A resource';
  const isPage = /^https?:\/\//i.test(uri);
  return (
    <>
      <p className={styles.kind}>
        {isPage ? <OutsideLink url={uri}>{shownName}</OutsideLink> : <span className={styles.name}>{shownName}</span>}{' '}
        <Address text={uri} /> <CopyButton text={uri} title="Copy the address" />
        <ShowFile uri={uri} name={shownName} />
      </p>
      {description !== null && <p className={styles.about}>{escapeInvisible(description)}</p>}
    </>
  );
}

function ShowFile({ uri, name }: { readonly uri: string; readonly name: string }) {
  const session = useAtomValue(activeSessionAtom);
  const task = useTask();
  if (session === null || !isInFolder(uri, session.folder)) return null;
  return (
    <>
      <Button
        small
        look="quiet"
        busy={task.busy}
        aria-label={`Show in folder: ${name}`}
        onClick={() => task.run(() => host.request('links.showFile', { id: session.id, url: uri }))}
      >
        Show in folder
      </Button>
      <Failure text={task.failure} />
    </>
  );
}

/** Main looks at the disk before it shows anything. This only decides whether there is a button. */
function isInFolder(uri: string, folder: string): boolean {
  const url = URL.parse(uri);
  try {
    return url?.protocol === 'file:' && decodeURIComponent(url.pathname).startsWith(`${folder}/`);
  } catch {
    return false;
  }
}
