import { type KeyboardEvent, useEffect, useState } from 'react';
import { maxPathLength } from '../../shared/limits';
import { host } from '../base/host';
import { useTask } from '../base/task';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { Field } from '../ui/field';
import { type Suggestion, useSuggestions } from '../ui/suggestions';
import styles from './new-session.module.css';
import type { Looked } from './use-folder-look';

interface FolderFieldProps {
  readonly folder: string;
  readonly looked: Looked;
  readonly onChange: (folder: string) => void;
}

/** Which suggestions the person wants: completions after typing, recent folders after Down. */
type Wanted = 'none' | 'typed' | 'recent';

export function FolderField({ folder, looked, onChange }: FolderFieldProps) {
  const task = useTask();
  const [wanted, setWanted] = useState<Wanted>('none');
  const items = useFolderSuggestions(suggestionQuery(wanted, folder, looked));
  const suggestions = useSuggestions({
    label: 'Folders',
    items,
    onDismiss: () => setWanted('none'),
    onPick: ({ value }) => {
      setWanted('none');
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
    setWanted('recent');
  };
  return (
    <>
      <Field label="Folder" hint={<span className={isMissing(looked) ? styles.missing : undefined}>{describeFolder(looked, folder)}</span>}>
        {(control) => (
          <div className={styles.folder}>
            <input
              {...control}
              {...suggestions.field}
              type="text"
              value={folder}
              maxLength={maxPathLength}
              onChange={(event) => {
                setWanted('typed');
                onChange(event.target.value);
              }}
              onKeyDown={onKey}
              onBlur={() => setWanted('none')}
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

/** Returns the text to suggest folders for, or null for no list. The list must not cover the dialog once the folder exists. */
function suggestionQuery(wanted: Wanted, folder: string, looked: Looked): string | null {
  switch (wanted) {
    case 'none':
      return null;
    case 'recent':
      return isMissing(looked) ? folder : '';
    case 'typed':
      return isMissing(looked) || (looked.state === 'seen' && folder.endsWith('/')) ? folder : null;
  }
}

const isMissing = (looked: Looked): boolean => looked.state === 'failed' || (looked.state === 'seen' && looked.look.real === null);

function describeFolder(looked: Looked, folder: string): string {
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

/** How long typing must pause before folders are requested. */
const debounceMs = 80;
const none: readonly Suggestion[] = [];

/** Returns folders that complete the text. Null requests none. */
function useFolderSuggestions(text: string | null): readonly Suggestion[] {
  const [found, setFound] = useState<{ readonly text: string; readonly items: readonly Suggestion[] } | null>(null);
  useEffect(() => {
    if (text === null) return;
    let current = true;
    const ask = async (): Promise<void> => {
      const folders = await host.request('folders.complete', { text });
      if (current) setFound({ text, items: folders.map((value) => ({ value })) });
    };
    const timer = setTimeout(() => void ask().catch(reportError), debounceMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text]);
  return found !== null && found.text === text ? found.items : none;
}
