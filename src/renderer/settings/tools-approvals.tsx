import { useAtomValue } from 'jotai';
import { useRef, useState } from 'react';
import type { RememberedApproval } from '../../shared/tool-summary';
import { approvalsAtom, sessionsAtom } from '../base/app-state';
import { host } from '../base/host';
import { ago, counted } from '../ui/amounts';
import { RevokeButton } from './revoke-button';
import { matchesSearch, scopeWords } from './rule-words';
import styles from './settings.module.css';

/** The approvals that tools remember, newest first. */
export function ToolsApprovals() {
  const approvals = useAtomValue(approvalsAtom);
  const sessions = useAtomValue(sessionsAtom)?.sessions ?? [];
  const [text, setText] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const scopeOf = ({ sessionId }: RememberedApproval): string =>
    sessionId === null ? 'Always' : scopeWords({ kind: 'session', sessionId }, sessions);
  const shown = approvals
    .map((approval) => ({ approval, scope: scopeOf(approval) }))
    .filter(({ approval: { tool, key }, scope }) => matchesSearch(text, [tool, key, scope]))
    .sort((a, b) => b.approval.createdAt - a.approval.createdAt);
  return (
    <>
      <h3 className={styles.group}>Remembered approvals</h3>
      {approvals.length === 0 ? (
        <p className={styles.hint}>None. A tool can remember that you approved something, and you can revoke that here.</p>
      ) : (
        <>
          <div className={styles.search}>
            <input
              ref={search}
              type="search"
              aria-label="Search approvals"
              placeholder="Search approvals"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <span role="status" className={styles.unit}>
              {text.trim() === '' ? counted(approvals.length, 'approval') : `${shown.length} of ${counted(approvals.length, 'approval')}`}
            </span>
          </div>
          <ul className={styles.rules} aria-label="Remembered approvals">
            {shown.map(({ approval, scope }) => (
              <ApprovalRow key={approval.id} approval={approval} scope={scope} onRevoked={() => search.current?.focus()} />
            ))}
          </ul>
          {shown.length === 0 && <p className={styles.hint}>No approval has that in it.</p>}
        </>
      )}
    </>
  );
}

interface ApprovalRowProps {
  readonly approval: RememberedApproval;
  readonly scope: string;
  readonly onRevoked: () => void;
}

function ApprovalRow({ approval: { id, tool, key, createdAt }, scope, onRevoked }: ApprovalRowProps) {
  return (
    <li className={styles.rule}>
      <div className={styles.ruleWords}>
        <code className={styles.printed}>{key}</code>
        <small>
          {tool} · {scope} · {ago(createdAt)}
        </small>
      </div>
      <RevokeButton
        what={`${key} of ${tool}`}
        confirm="Revoke approval"
        effect="The tool will ask again."
        revoke={() => host.request('approvals.revoke', { id })}
        onRevoked={onRevoked}
      />
    </li>
  );
}
