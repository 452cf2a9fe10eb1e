import { useAtomValue } from 'jotai';
import { useRef, useState } from 'react';
import { printRule } from '../../shared/rule-text';
import { rulesAtom, sessionsAtom } from '../base/app-state';
import { counted } from '../ui/amounts';
import { RuleRow } from './rule-row';
import { matchesSearch, scopeWords } from './rule-words';
import styles from './settings.module.css';

/** All rules, newest first. */
export function RulesSection() {
  const rules = useAtomValue(rulesAtom);
  const sessions = useAtomValue(sessionsAtom)?.sessions ?? [];
  const [text, setText] = useState('');
  const search = useRef<HTMLInputElement>(null);
  if (rules.length === 0) {
    return (
      <div className={styles.empty}>
        <strong>No rules yet</strong>
        <p>
          “Always allow…” and “Allow for this session” in a permission request make one. It is listed here, and can be revoked at any time.
        </p>
      </div>
    );
  }
  const shown = rules
    .map((rule) => ({ rule, printed: printRule(rule), scope: scopeWords(rule.scope, sessions) }))
    .filter(({ rule, printed, scope }) => matchesSearch(text, [printed, scope, rule.source, rule.behavior, rule.claudeFile ?? '']))
    .sort((a, b) => b.rule.createdAt - a.rule.createdAt);
  return (
    <>
      <div className={styles.search}>
        <input
          ref={search}
          type="search"
          aria-label="Search rules"
          placeholder="Search rules"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <span role="status" className={styles.unit}>
          {text.trim() === '' ? counted(rules.length, 'rule') : `${shown.length} of ${counted(rules.length, 'rule')}`}
        </span>
      </div>
      <ul className={styles.rules} aria-label="Rules">
        {shown.map(({ rule, printed, scope }) => (
          <RuleRow key={rule.id} rule={rule} printed={printed} scope={scope} onRevoked={() => search.current?.focus()} />
        ))}
      </ul>
      {shown.length === 0 && <p className={styles.hint}>No rule has that in it.</p>}
    </>
  );
}
