import { useState } from 'react';
import { maxMinutes } from '../../shared/limits';
import type { Timeout } from '../../shared/settings';
import { Failure } from '../ui/failure';
import { NumberInput } from './number-input';
import { useChoice } from './save';
import styles from './settings.module.css';
import { type AskKind, policies, suggestedMinutes } from './timeout-words';

interface TimeoutRowProps {
  readonly kind: AskKind;
  readonly name: string;
  readonly timeout: Timeout;
}

/** The time limit of one kind of ask (none, the suggested one or a custom one) and the policy. */
export function TimeoutRow({ kind, name, timeout }: TimeoutRowProps) {
  const suggested = suggestedMinutes[kind];
  const minutes = useChoice(timeout.minutes, (chosen) => ({ timeouts: { [kind]: { minutes: chosen } } }));
  const policy = useChoice(timeout.policy, (chosen) => ({ timeouts: { [kind]: { policy: chosen } } }));
  const [problem, setProblem] = useState<string | null>(null);
  // Someone who types a custom number may pass through the suggested one, so the choice of a custom limit is kept.
  const [custom, setCustom] = useState(false);
  const limit = minutes.shown === null ? 'none' : custom || minutes.shown !== suggested ? 'custom' : 'suggested';
  const choose = (chosen: string): void => {
    setCustom(chosen === 'custom');
    setProblem(null);
    minutes.choose(chosen === 'none' ? null : chosen === 'custom' ? (minutes.shown ?? suggested) : suggested);
  };
  const failure = problem ?? minutes.failure ?? policy.failure;
  return (
    <>
      <tr>
        <th scope="row">{name}</th>
        <td>
          <div className={styles.limit}>
            <select aria-label={`${name}: time limit`} value={limit} onChange={(event) => choose(event.target.value)}>
              <option value="none">None</option>
              <option value="suggested">{suggested} minutes</option>
              <option value="custom">Other…</option>
            </select>
            {limit === 'custom' && minutes.shown !== null && (
              <>
                <NumberInput
                  aria-label={`${name}: minutes`}
                  value={minutes.shown}
                  min={1}
                  max={maxMinutes}
                  onProblem={setProblem}
                  onNumber={minutes.choose}
                />
                <span className={styles.unit}>min</span>
              </>
            )}
          </div>
        </td>
        <td>
          <select
            aria-label={`${name}: when the time is up`}
            value={policy.shown}
            disabled={minutes.shown === null}
            onChange={(event) => policy.choose(policies.find(({ value }) => value === event.target.value)?.value ?? policy.shown)}
          >
            {policies.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </td>
      </tr>
      {failure !== null && (
        <tr>
          <td colSpan={3}>
            <Failure text={failure} />
          </td>
        </tr>
      )}
    </>
  );
}
