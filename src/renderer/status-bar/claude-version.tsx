import { useAtomValue } from 'jotai';
import { assertNever } from '../../shared/assert';
import { claudeAtom } from '../base/app-state';
import { BarEntry } from './bar-entry';
import styles from './status-bar.module.css';

/** The version of the `claude` that sessions run. */
export function ClaudeVersion() {
  const { claude } = useAtomValue(claudeAtom);
  switch (claude.state) {
    case 'looking':
      return <span>Looking for Claude Code…</span>;
    case 'missing':
      return (
        <BarEntry id="claude" level="error" text="Claude Code not found" side="right">
          {claude.problem ?? 'Install it with npm install -g @anthropic-ai/claude-code.'}
        </BarEntry>
      );
    case 'found':
      return (
        <BarEntry id="claude" level="plain" text={claude.version ? `Claude Code ${claude.version}` : 'Claude Code'} side="right">
          <dl className={styles.facts}>
            <dt>Command</dt>
            <dd>{claude.command}</dd>
            <dt>Found in</dt>
            <dd>{claude.from}</dd>
          </dl>
        </BarEntry>
      );
    default:
      return assertNever(claude);
  }
}
