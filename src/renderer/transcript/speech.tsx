import type { TextItem, ThinkingItem, UserItem } from '../../shared/transcript';
import { RichText } from '../markdown/rich-text';
import { clock } from '../ui/amounts';
import { Fold } from './tools/folds';
import { Pictures } from './tools/pictures';
import styles from './transcript.module.css';

const userState = { queued: 'queued', sent: null, withdrawn: 'not sent' } as const;

export function UserMessage({ item }: { readonly item: UserItem }) {
  const { text, images, state, at } = item;
  return (
    <div className={styles.user} title={clock(at)}>
      <span className="visually-hidden">You: </span>
      {text}
      <Pictures images={images} />
      {userState[state] && <span className={styles.aside}>{userState[state]}</span>}
    </div>
  );
}

export function Said({ item }: { readonly item: TextItem }) {
  const live = item.state === 'streaming';
  return (
    <div className={styles.said} data-live={live}>
      <RichText text={item.text} live={live} />
      {item.state === 'cut' && <Cut />}
    </div>
  );
}

export function Thinking({ item }: { readonly item: ThinkingItem }) {
  return (
    <Fold id={item.key} className={styles.thinking} summary={item.state === 'streaming' ? 'Thinking…' : 'Thought'}>
      <div className={styles.thought}>
        {item.text}
        {item.state === 'cut' && <Cut />}
      </div>
    </Fold>
  );
}

/** Marks a message that is not part of the conversation that Claude continues. */
function Cut() {
  return <span className={styles.aside}>Cut off here; Claude does not remember it.</span>;
}
