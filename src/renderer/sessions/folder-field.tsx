import { host } from '../host';
import { useTask } from '../task';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { Field } from '../ui/field';
import type { Looked } from './folder-look';
import styles from './new-session.module.css';

interface FolderFieldProps {
  readonly folder: string;
  readonly looked: Looked;
  readonly onChange: (folder: string) => void;
}

export function FolderField({ folder, looked, onChange }: FolderFieldProps) {
  const task = useTask();
  const browse = async (): Promise<void> => {
    const chosen = await host.request('folders.browse');
    if (chosen !== null) onChange(chosen);
  };
  return (
    <>
      <Field label="Folder" hint={<span className={isMissing(looked) ? styles.missing : undefined}>{sayLooked(looked, folder)}</span>}>
        {(control) => (
          <div className={styles.folder}>
            <input
              {...control}
              type="text"
              value={folder}
              onChange={(event) => onChange(event.target.value)}
              placeholder="/path/to/project"
              spellCheck={false}
              autoComplete="off"
            />
            <Button disabled={task.busy} onClick={() => task.run(browse)}>
              Browse…
            </Button>
          </div>
        )}
      </Field>
      <Failure text={task.failure} />
    </>
  );
}

const isMissing = (looked: Looked): boolean => looked.state === 'failed' || (looked.state === 'seen' && looked.look.real === null);

function sayLooked(looked: Looked, folder: string): string {
  switch (looked.state) {
    case 'empty':
      return 'Where Claude works: its commands run here.';
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
