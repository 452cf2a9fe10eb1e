import { type KeyboardEvent, useEffect, useState } from 'react';
import { maxPathLength } from '../../shared/limits';
import { host } from '../base/host';
import { useTask } from '../base/task';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { Field } from '../ui/field';
import { type Suggestion, useSuggestions } from '../ui/suggestions';
import type { Looked } from './folder-look';
import styles from './new-session.module.css';

interface FolderFieldProps {
  readonly folder: string;
  readonly looked: Looked;
  readonly onChange: (folder: string) => void;
}

/** What the person did last in the field: typing asks how the path goes on, Down asks for recent folders. */
type Wish = 'none' | 'typed' | 'recent';

export function FolderField({ folder, looked, onChange }: FolderFieldProps) {
  const task = useTask();
  const [wish, setWish] = useState<Wish>('none');
  const items = useFolderSuggestions(askedFor(wish, folder, looked));
  const suggestions = useSuggestions({
    label: 'Folders',
    items,
    onDismiss: () => setWish('none'),
    onPick: ({ value }) => {
      setWish('none');
      onChange(value);
    },
  });
  const browse = async (): Promise<void> => {
    const chosen = await host.request('folders.browse');
    if (chosen !== null) onChange(chosen);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (suggestions.onKey(event) || event.key !== 'ArrowDown') return;
    event.preventDefault();
    setWish('recent');
  };
  return (
    <>
      <Field label="Folder" hint={<span className={isMissing(looked) ? styles.missing : undefined}>{sayLooked(looked, folder)}</span>}>
        {(control) => (
          <div className={styles.folder}>
            <input
              {...control}
              {...suggestions.field}
              type="text"
              value={folder}
              maxLength={maxPathLength}
              onChange={(event) => {
                setWish('typed');
                onChange(event.target.value);
              }}
              onKeyDown={onKey}
              onBlur={() => setWish('none')}
              placeholder="/path/to/project"
              spellCheck={false}
              autoComplete="off"
            />
            <Button busy={task.busy} onClick={() => task.run(browse)}>
              Browse…
            </Button>
            <div className={styles.folders}>{suggestions.list}</div>
          </div>
        )}
      </Field>
      <Failure text={task.failure} />
    </>
  );
}

/** A list must not lie over the dialog once the folder is named: only where the path has to go on, or on request. */
function askedFor(wish: Wish, folder: string, looked: Looked): string | null {
  switch (wish) {
    case 'none':
      return null;
    case 'recent':
      return isMissing(looked) ? folder : '';
    case 'typed':
      return isMissing(looked) || (looked.state === 'seen' && folder.endsWith('/')) ? folder : null;
  }
}

const isMissing = (looked: Looked): boolean => looked.state === 'failed' || (looked.state === 'seen' && looked.look.real === null);

function sayLooked(looked: Looked, folder: string): string {
  switch (looked.state) {
    case 'empty':
      return 'Where Claude works: its commands run here. ↓ shows recent folders.';
    case 'looking':
      return '';
    case 'failed':
      return looked.message;
    case 'seen': {
      const { real, trusted } = looked.look;
      if (real === null) return 'There is no folder here.';
      const where = real === folder.trim() ? 'Found' : `Found: ${real}`;
      return trusted ? `${where}, and you trust it.` : `${where}.`;
    }
  }
}

/** How long typing must rest before folders are looked for. */
const restMs = 80;
const none: readonly Suggestion[] = [];

/** Folders that the text may become; null asks for none. */
function useFolderSuggestions(text: string | null): readonly Suggestion[] {
  const [found, setFound] = useState<{ readonly text: string; readonly items: readonly Suggestion[] } | null>(null);
  useEffect(() => {
    if (text === null) return;
    let current = true;
    const ask = async (): Promise<void> => {
      const folders = await host.request('folders.complete', { text });
      if (current) setFound({ text, items: folders.map((value) => ({ value })) });
    };
    const timer = setTimeout(() => void ask().catch(reportError), restMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text]);
  return found !== null && found.text === text ? found.items : none;
}
