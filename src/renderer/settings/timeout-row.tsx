import { useState } from 'react';
import { maxMinutes } from '../../shared/limits';
import type { Timeout } from '../../shared/settings';
import { Failure } from '../ui/failure';
import { NumberInput } from './number-input';
import { useChoice } from './save';
import styles from './settings.module.css';
import { type AskKind, offeredMinutes, policies } from './timeout-words';

interface TimeoutRowProps {
  readonly kind: AskKind;
  readonly name: string;
  readonly timeout: Timeout;
}

/** One kind of ask: none, the offered time or one of the person's own, and the policy. */
export function TimeoutRow({ kind, name, timeout }: TimeoutRowProps) {
  const offered = offeredMinutes[kind];
  const minutes = useChoice(timeout.minutes, (chosen) => ({ timeouts: { [kind]: { minutes: chosen } } }));
  const policy = useChoice(timeout.policy, (chosen) => ({ timeouts: { [kind]: { policy: chosen } } }));
  const [problem, setProblem] = useState<string | null>(null);
  // The offered number may be someone's own on the way to another, so the choice of an own one is remembered.
  const [own, setOwn] = useState(false);
  const limit = minutes.shown === null ? 'none' : own || minutes.shown !== offered ? 'own' : 'offered';
  const choose = (chosen: string): void => {
    setOwn(chosen === 'own');
    setProblem(null);
    minutes.choose(chosen === 'none' ? null : chosen === 'own' ? (minutes.shown ?? offered) : offered);
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
              <option value="offered">{offered} minutes</option>
              <option value="own">Other…</option>
            </select>
            {limit === 'own' && minutes.shown !== null && (
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
