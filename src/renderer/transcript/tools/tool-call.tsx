import { atom, useAtomValue } from 'jotai';
import { type ReactNode, useMemo } from 'react';
import type { AskKind } from '../../../shared/ask';
import { assertNever } from '../../../shared/assert';
import type { ToolItem } from '../../../shared/transcript';
import { waitingToolUsesAtom } from '../../app-state';
import { cardNames } from '../../asks/ask-words';
import { Pictures } from '../pictures';
import { ChangeBody } from './change-body';
import { CommandBody } from './command-body';
import { commandOutput } from './command-output';
import { DecisionLine } from './decision-line';
import { FoldedCall } from './folded-call';
import { asItRuns, HookChange } from './hook-change';
import { Outcome } from './outcome';
import { PlanBody } from './plan-body';
import { SubagentBody } from './subagent-body';
import { TaskList } from './task-list';
import { ToolHead } from './tool-head';
import { toolKind } from './tool-kind';
import styles from './tools.module.css';

export type ShownStatus = ToolItem['status'] | 'waiting';

/** A call of a tool, what came of it, and what was decided about it. */
export function ToolCall({ item }: { readonly item: ToolItem }) {
  const waits = useWaits(item.toolUseId);
  const status: ShownStatus = item.status === 'running' && waits ? 'waiting' : item.status;
  // What was asked has one name, while it waits in its card and once it is decided here.
  const asked = item.decision ? { role: 'group', 'aria-label': cardNames[askKind(item.name)]({ tool: item.name }) } : {};
  return (
    <div className={styles.tool} data-status={status} {...asked}>
      <CallBody item={asItRuns(item)} status={status} />
      <HookChange item={item} />
      <DecisionLine item={asItRuns(item)} />
      {item.status === 'denied' && !item.decision && item.result && <p className={styles.line}>{firstLine(item.result.text)}</p>}
      {item.result && <Pictures images={item.result.images} />}
    </div>
  );
}

/** Of its own call alone, so that the others are not drawn again for it. */
function useWaits(toolUseId: string): boolean {
  const waits = useMemo(() => atom((get) => get(waitingToolUsesAtom).has(toolUseId)), [toolUseId]);
  return useAtomValue(waits);
}

function CallBody({ item, status }: { readonly item: ToolItem; readonly status: ShownStatus }): ReactNode {
  const kind = toolKind(item.name);
  const head = <ToolHead item={item} status={status} />;
  // All of it stands in the card below.
  if (status === 'waiting') return head;
  switch (kind) {
    case 'command':
      return (
        <>
          <ToolHead item={item} status={status} exitCode={commandOutput(item)?.exitCode ?? null} />
          <CommandBody item={item} />
        </>
      );
    case 'change':
      return (
        <>
          {head}
          <ChangeBody item={item} />
        </>
      );
    case 'tasks':
      return (
        <>
          {head}
          <TaskList item={item} />
        </>
      );
    case 'subagent':
      return (
        <>
          {head}
          <SubagentBody item={item} />
        </>
      );
    case 'plan':
      return (
        <>
          {head}
          <PlanBody item={item} />
        </>
      );
    case 'question':
    case 'look':
    case 'web':
    case 'other':
      return (
        <>
          <FoldedCall item={item} status={status} kind={kind} />
          <Outcome item={item} />
        </>
      );
    default:
      return assertNever(kind);
  }
}

function askKind(name: string): AskKind {
  const kind = toolKind(name);
  return kind === 'plan' || kind === 'question' ? kind : 'permission';
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? '';
