import { atom, useAtomValue } from 'jotai';
import { type ReactNode, useMemo } from 'react';
import { askKindOf, toolKind } from '../../../shared/tools';
import type { ToolItem } from '../../../shared/transcript';
import { cardNames } from '../../asks/ask-words';
import { waitingToolUsesAtom } from '../../base/app-state';
import { ChangeBody } from './change-body';
import { CommandBody } from './command-body';
import { commandOutput } from './command-output';
import { DecisionLine } from './decision-line';
import { FoldedCall } from './folded-call';
import { asItRuns, HookChange } from './hook-change';
import { Outcome } from './outcome';
import { Pictures } from './pictures';
import { PlanBody } from './plan-body';
import { SubagentBody } from './subagent-body';
import { TaskList } from './task-list';
import { ToolHead } from './tool-head';
import styles from './tools.module.css';

export type ShownStatus = ToolItem['status'] | 'waiting';

/** A call of a tool, what came of it, and what was decided about it. */
export function ToolCall({ item }: { readonly item: ToolItem }) {
  const waits = useWaits(item.toolUseId);
  const status: ShownStatus = item.status === 'running' && waits ? 'waiting' : item.status;
  // What was asked has one name, while it waits in its card and once it is decided here.
  const asked = item.decision ? { role: 'group', 'aria-label': cardNames[askKindOf(item.name)]({ tool: item.name }) } : {};
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
    case 'edit':
      return (
        <>
          {head}
          <ChangeBody item={item} />
        </>
      );
    case 'task-list':
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
    default:
      return (
        <>
          <FoldedCall item={item} status={status} kind={kind} />
          <Outcome item={item} />
        </>
      );
  }
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? '';
