import { useAtomValue } from 'jotai';
import { maxFontSize, maxMinutes, minFontSize } from '../../shared/limits';
import { permissionModeNames } from '../../shared/permission-mode-words';
import type { Settings } from '../../shared/settings';
import { claudeAtom } from '../base/app-state';
import { CheckboxRow, ChoiceRow, NumberRow, Row } from './rows';
import { useChoice } from './save';
import styles from './settings.module.css';

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

const modes = [
  { value: 'ask', label: permissionModeNames.ask.name },
  { value: 'safe', label: permissionModeNames.safe.name },
] as const;

export function GeneralSection({ settings }: { readonly settings: Settings }) {
  const { theme, fontSize, startAtLogin, interactive, permissionMode, planFirst, allMinutes } = settings;
  return (
    <>
      <ChoiceRow label="Theme" options={themes} value={theme} change={(chosen) => ({ theme: chosen })} />
      <NumberRow
        label="Font size"
        unit="pixels"
        min={minFontSize}
        max={maxFontSize}
        value={fontSize}
        change={(pixels) => ({ fontSize: pixels })}
      />
      <CheckboxRow label="Start at login" checked={startAtLogin} change={(on) => ({ startAtLogin: on })} />
      <CheckboxRow
        label="Let tools ask me in this window"
        hint="When this is off, forms and approvals of tools can be read here but not answered."
        checked={interactive}
        change={(on) => ({ interactive: on })}
      />
      <h3 className={styles.group}>New sessions</h3>
      <ChoiceRow
        label="Permission mode"
        hint={`“${permissionModeNames.all.name}” is chosen for one session at a time, never from the start.`}
        options={modes}
        value={permissionMode}
        change={(mode) => ({ permissionMode: mode })}
      />
      <ModelRow model={settings.model} />
      <CheckboxRow
        label="Plan first"
        hint="Claude makes a plan and waits for your approval before it changes anything."
        checked={planFirst}
        change={(on) => ({ planFirst: on })}
      />
      <NumberRow
        label={`“${permissionModeNames.all.name}” lasts`}
        hint="After that the session asks again."
        unit="minutes"
        min={1}
        max={maxMinutes}
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
