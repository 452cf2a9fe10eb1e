import { useAtomValue } from 'jotai';
import type { Settings } from '../../shared/settings';
import { claudeAtom } from '../base/app-state';
import { ChoiceRow, NumberRow, Row, TickRow } from './rows';
import { useChoice } from './save';
import styles from './settings.module.css';

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

const modes = [
  { value: 'ask', label: 'Ask for each permission' },
  { value: 'safe', label: 'Auto-approve safe operations' },
] as const;

export function GeneralSection({ settings }: { readonly settings: Settings }) {
  const { theme, fontSize, startAtLogin, permissionMode, planFirst, allMinutes } = settings;
  return (
    <>
      <ChoiceRow label="Theme" options={themes} value={theme} change={(chosen) => ({ theme: chosen })} />
      <NumberRow label="Font size" unit="pixels" min={11} max={20} value={fontSize} change={(pixels) => ({ fontSize: pixels })} />
      <TickRow label="Start at login" checked={startAtLogin} change={(on) => ({ startAtLogin: on })} />
      <h3 className={styles.group}>New sessions</h3>
      <ChoiceRow
        label="Permission mode"
        hint="“Auto-approve all” is chosen for one session at a time, never from the start."
        options={modes}
        value={permissionMode}
        change={(mode) => ({ permissionMode: mode })}
      />
      <ModelRow model={settings.model} />
      <TickRow
        label="Plan first"
        hint="Claude makes a plan and waits for your approval before it changes anything."
        checked={planFirst}
        change={(on) => ({ planFirst: on })}
      />
      <NumberRow
        label="“Auto-approve all” lasts"
        hint="After that the session asks again."
        unit="minutes"
        min={1}
        max={24 * 60}
        value={allMinutes}
        change={(minutes) => ({ allMinutes: minutes })}
      />
    </>
  );
}

function ModelRow({ model }: { readonly model: string | null }) {
  const { models } = useAtomValue(claudeAtom);
  const { shown, failure, choose } = useChoice(model, (chosen) => ({ model: chosen }));
  const listed = shown === null || models.some(({ value }) => value === shown);
  return (
    <Row
      label="Model"
      hint={models.length === 0 ? 'Claude Code lists its models once a session has started.' : undefined}
      failure={failure}
    >
      {(control) => (
        <select {...control} className={styles.select} value={shown ?? ''} onChange={(event) => choose(event.target.value || null)}>
          <option value="">Claude’s default</option>
          {!listed && <option value={shown}>{shown}</option>}
          {models.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Row>
  );
}
