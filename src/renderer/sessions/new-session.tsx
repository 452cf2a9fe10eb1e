import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react';
import { maxTextLength } from '../../shared/limits';
import type { PastSessionSummary, PermissionChoice, PermissionMode } from '../../shared/session';
import { activeSessionAtom, claudeAtom, newSessionFolderAtom, newSessionOpenAtom, settingsAtom } from '../base/app-state';
import { composerId } from '../base/composer-id';
import { host } from '../base/host';
import { useTask } from '../base/task';
import { changeDraftAtom, prependText } from '../composer/drafts';
import { Button } from '../ui/button';
import { Dialog, DialogFooter } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { Checkbox, Field } from '../ui/field';
import { FolderField } from './folder-field';
import styles from './new-session.module.css';
import { Permissions, readMinutes } from './new-session-permissions';
import { PastSessions } from './past-sessions';
import { TrustQuestion } from './trust-question';
import { useFolderLook } from './use-folder-look';

export function NewSession() {
  const setOpen = useSetAtom(newSessionOpenAtom);
  const changeDraft = useSetAtom(changeDraftAtom);
  const settings = useAtomValue(settingsAtom);
  const { claude, models } = useAtomValue(claudeAtom);
  const { folder, setFolder, clearGiven } = useFolderChoice();
  const [message, setMessage] = useState('');
  const [trusted, setTrusted] = useState<string | null>(null);
  const [wantsWorktree, setWantsWorktree] = useState(false);
  // Null means the value from the settings.
  const [chosenModel, setModel] = useState<string | null>(null);
  const [chosenPlanFirst, setPlanFirst] = useState<boolean | null>(null);
  const [chosenMode, setMode] = useState<PermissionMode | null>(null);
  const [chosenMinutes, setMinutes] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const task = useTask();

  const model = chosenModel ?? settings?.model ?? '';
  const planFirst = chosenPlanFirst ?? settings?.planFirst ?? false;
  const mode = chosenMode ?? settings?.permissionMode ?? 'ask';
  const minutesText = chosenMinutes ?? String(settings?.allMinutes ?? '');
  const permissions = permissionChoice(mode, readMinutes(minutesText));

  const looked = useFolderLook(folder);
  const look = looked.state === 'seen' ? looked.look : null;
  const real = look?.real ?? null;
  const repository = look?.repository ?? null;
  // The checkbox applies only to the folder that it was checked for.
  const trust = look?.trusted ? null : real !== null && trusted === real;
  const ready = real !== null && permissions !== null;

  const close = (): void => {
    setOpen(false);
    clearGiven();
  };
  const start = async (): Promise<void> => {
    if (!ready) return;
    const text = message.trim();
    await host.request('sessions.create', {
      folder: real,
      message: text === '' ? null : { text, images: [] },
      model: model || null,
      planFirst,
      permissions,
      worktree: wantsWorktree && repository !== null,
      trust,
      demo: false,
    });
    close();
  };
  const openPast = async (past: PastSessionSummary, fork: boolean): Promise<void> => {
    if (real === null) return;
    const { id } = await host.request('past.open', { folder: real, cliSessionId: past.cliSessionId, fork, trust });
    if (message.trim() !== '') changeDraft(id, (draft) => prependText(draft, message));
    close();
  };

  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    task.run(start);
  };
  const onMessageKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
  };

  return (
    <Dialog title="New session" onClose={close} focusNext={() => document.getElementById(composerId)}>
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
              maxLength={maxTextLength}
              onChange={(event) => setMessage(event.target.value)}
              onKeyDown={onMessageKey}
              placeholder="What should Claude do? You can also say it later."
            />
          )}
        </Field>
        <div className={styles.choices}>
          <ModelField models={models} model={model} onChange={setModel} />
          <div className={styles.ticks}>
            <Checkbox label="Plan first" checked={planFirst} onChange={setPlanFirst} />
            <Checkbox
              label="Start in a new git worktree"
              checked={wantsWorktree && repository !== null}
              disabled={repository === null}
              hint={repository === null ? 'Only in a git repository.' : 'On a new branch, beside the repository.'}
              onChange={setWantsWorktree}
            />
          </div>
        </div>
        <Permissions mode={mode} minutes={minutesText} onMode={setMode} onMinutes={setMinutes} />
        {real !== null && <PastSessions folder={real} busy={task.busy} onOpen={(past, fork) => task.run(() => openPast(past, fork))} />}
        <Failure text={task.failure} />
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!ready} busy={task.busy}>
            Start session
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** The folder of the new session: typed, else given by a drop or the command line, else that of the active session. */
function useFolderChoice() {
  const [given, setGiven] = useAtom(newSessionFolderAtom);
  const active = useAtomValue(activeSessionAtom);
  const [typed, setTyped] = useState<string | null>(null);
  const [lastGiven, setLastGiven] = useState(given);
  // A folder that is given while the dialog is open replaces the typed one.
  if (given !== lastGiven) {
    setLastGiven(given);
    setTyped(null);
  }
  const folder = typed ?? given ?? (active && !active.demo ? active.folder : '');
  return { folder, setFolder: setTyped, clearGiven: () => setGiven(null) };
}

type Models = readonly { readonly value: string; readonly name: string }[];

interface ModelFieldProps {
  readonly models: Models;
  /** Empty for the CLI's default. */
  readonly model: string;
  readonly onChange: (model: string) => void;
}

function ModelField({ models, model, onChange }: ModelFieldProps) {
  return (
    <Field label="Model">
      {(control) => (
        <select {...control} value={model} onChange={(event) => onChange(event.target.value)}>
          <option value="">Default</option>
          {modelChoices(models, model).map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Null while the minutes of "all" are invalid. */
const permissionChoice = (mode: PermissionMode, minutes: number | null): PermissionChoice | null =>
  mode !== 'all' ? { mode } : minutes === null ? null : { mode, minutes };

/** Leaves out the CLI's "default", which we show as no model, and adds the model of the settings if the CLI does not list it. */
function modelChoices(models: Models, model: string): Models {
  const known = models.filter(({ value }) => value !== 'default');
  return model === '' || known.some(({ value }) => value === model) ? known : [...known, { value: model, name: model }];
}
