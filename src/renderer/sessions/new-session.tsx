import { useAtomValue, useSetAtom } from 'jotai';
import { type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react';
import type { PastSessionSummary } from '../../shared/session';
import { activeSessionAtom, claudeAtom, newSessionOpenAtom } from '../app-state';
import { composerId } from '../composer/composer-id';
import { changeDraftAtom, withTextBack } from '../composer/drafts';
import { host } from '../host';
import { useTask } from '../task';
import { Button } from '../ui/button';
import { Dialog, DialogFooter } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { Field, Tick } from '../ui/field';
import { FolderField } from './folder-field';
import { useFolderLook } from './folder-look';
import styles from './new-session.module.css';
import { PastSessions } from './past-sessions';
import { TrustQuestion } from './trust-question';

export function NewSession() {
  const setOpen = useSetAtom(newSessionOpenAtom);
  const changeDraft = useSetAtom(changeDraftAtom);
  const { claude, models } = useAtomValue(claudeAtom);
  const active = useAtomValue(activeSessionAtom);
  const [folder, setFolder] = useState(active && !active.demo ? active.folder : '');
  const [message, setMessage] = useState('');
  const [model, setModel] = useState('');
  const [planFirst, setPlanFirst] = useState(false);
  const [trusted, setTrusted] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const task = useTask();

  const looked = useFolderLook(folder);
  const look = looked.state === 'seen' ? looked.look : null;
  const real = look?.real ?? null;
  // The tick belongs to the folder it was made for.
  const trust = look?.trusted ? null : real !== null && trusted === real;

  const start = async (): Promise<void> => {
    if (real === null) return;
    const text = message.trim();
    await host.request('sessions.create', {
      folder: real,
      message: text === '' ? null : { text, images: [] },
      model: model || null,
      planFirst,
      trust,
      demo: false,
    });
    setOpen(false);
  };
  const openPast = async (past: PastSessionSummary, fork: boolean): Promise<void> => {
    if (real === null) return;
    const { id } = await host.request('past.open', { folder: real, cliSessionId: past.cliSessionId, fork, trust });
    if (message.trim() !== '') changeDraft(id, (draft) => withTextBack(draft, message));
    setOpen(false);
  };

  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    task.run(start);
  };
  const onMessageKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
  };

  return (
    <Dialog title="New session" onClose={() => setOpen(false)} focusNext={() => document.getElementById(composerId)}>
      <form ref={form} className={styles.form} onSubmit={onSubmit}>
        {claude.state === 'missing' && (
          <p className={styles.warning}>Claude Code was not found on this computer: the session can’t start before it is installed.</p>
        )}
        <FolderField folder={folder} looked={looked} onChange={setFolder} />
        {real !== null && look && !look.trusted && (
          <TrustQuestion wouldRun={look.wouldRun} trust={trust ?? false} onChange={(on) => setTrusted(on ? real : null)} />
        )}
        <Field label="First message">
          {(control) => (
            <textarea
              {...control}
              className={styles.message}
              value={message}
              onChange={(event) => setMessage(event.target.value)}
              onKeyDown={onMessageKey}
              placeholder="What should Claude do? You can also say it later."
            />
          )}
        </Field>
        <div className={styles.choices}>
          <Field label="Model">
            {(control) => (
              <select {...control} value={model} onChange={(event) => setModel(event.target.value)}>
                <option value="">Default</option>
                {models.map(({ value, name }) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Tick label="Plan first" checked={planFirst} onChange={setPlanFirst} />
        </div>
        {real !== null && <PastSessions folder={real} disabled={task.busy} onOpen={(past, fork) => task.run(() => openPast(past, fork))} />}
        <Failure text={task.failure} />
        <DialogFooter>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" look="primary" disabled={real === null || task.busy}>
            Start session
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
