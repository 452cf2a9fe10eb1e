import { atom, useAtomValue } from 'jotai';
import { type ReactNode, useMemo } from 'react';
import type { Presentation } from '../../../shared/interaction';
import { askKindOf, toolKind } from '../../../shared/tools';
import type { ToolItem } from '../../../shared/transcript';
import { cardNames } from '../../asks/ask-words';
import { usePlacedPrompt } from '../../asks/placed-prompts';
import { waitingToolUsesAtom } from '../../base/app-state';
import { RichText } from '../../markdown/rich-text';
import { asItRuns, DecisionLine, HookChange } from './call-changes';
import { ChangeBody } from './change-body';
import { CommandBody } from './command-body';
import { commandOutput } from './command-output';
import { listField, textField } from './field';
import { FoldedCall } from './folded-call';
import { Fold } from './folds';
import { InteractionSteps } from './interaction-steps';
import { InteractiveCall } from './interactive-call';
import { McpProgress } from './mcp-progress';
import { Outcome } from './outcome';
import { Pictures } from './pictures';
import { ShownBody } from './shown-body';
import { shownContent } from './shown-content';
import { SubagentBody } from './subagent-body';
import { ToolHead } from './tool-head';
import styles from './tools.module.css';

export type ShownStatus = ToolItem['status'] | 'waiting';

/** A tool call, its result and the decision about it. */
export function ToolCall({ item }: { readonly item: ToolItem }) {
  const { name, interactions = [] } = item;
  const isAsked = useWaits(item.toolUseId);
  // An MCP server asks under an id of its own.
  const asking = interactions.find(({ isOpen, origin }) => isOpen && origin.by === 'server');
  const waits = isAsked || asking !== undefined;
  const isLate = item.status !== 'running' && interactions.some(({ isOpen }) => isOpen);
  // A prompt that is answered later waits at the end of the transcript, because the conversation goes on.
  const prompt = usePlacedPrompt(isLate ? null : asking ? { prompt: asking.interactionId } : { call: item.toolUseId });
  const status: ShownStatus = item.status === 'running' && waits ? 'waiting' : item.status;
  const asksPerson = interactions.length > 0 || prompt !== null;
  // An ask keeps its accessible name: first in its card, then here after the decision.
  const asked = item.decision ? { role: 'group', 'aria-label': cardNames[askKindOf(name)]({ tool: name }) } : {};
  const prompts = (where: Presentation): ReactNode => (
    <InteractionSteps
      tool={name}
      steps={interactions.filter(({ presentation }) => presentation === where)}
      open={prompt?.ask.interaction?.presentation === where ? prompt : null}
    />
  );
  return (
    <>
      <div className={styles.tool} data-status={status} {...asked}>
        {asksPerson ? (
          <InteractiveCall item={asItRuns(item)} status={status}>
            {prompts('tool')}
          </InteractiveCall>
        ) : (
          <CallBody item={asItRuns(item)} status={status} />
        )}
        <HookChange item={item} />
        <DecisionLine item={asItRuns(item)} />
        {item.status === 'denied' && !item.decision && item.result && <p className={styles.line}>{firstLine(item.result.text)}</p>}
        {item.result && <Pictures images={item.result.images} />}
      </div>
      {asksPerson && prompts('questionnaire')}
    </>
  );
}

/** Subscribes to one call, so that other calls don't render again when it changes. */
function useWaits(toolUseId: string): boolean {
  const waits = useMemo(() => atom((get) => get(waitingToolUsesAtom).has(toolUseId)), [toolUseId]);
  return useAtomValue(waits);
}

function CallBody({ item, status }: { readonly item: ToolItem; readonly status: ShownStatus }): ReactNode {
  const kind = toolKind(item.name);
  const head = <ToolHead item={item} status={status} />;
  // The card below shows the rest.
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
    case 'show':
      if (status === 'error' || !shownContent(item.input)) return <FoldedCall item={item} status={status} kind={kind} />;
      return (
        <>
          {head}
          <ShownBody item={item} />
        </>
      );
    case 'notify':
      return status === 'error' ? <FoldedCall item={item} status={status} kind={kind} /> : head;
    default:
      return (
        <>
          <FoldedCall item={item} status={status} kind={kind} />
          {kind === 'mcp' && status === 'running' && <McpProgress item={item} />}
          <Outcome item={item} />
        </>
      );
  }
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? '';

/** A plan by Claude. While it is pending, its card below shows it. */
function PlanBody({ item: { key, input, status } }: { readonly item: ToolItem }) {
  const plan = textField(input, 'plan');
  if (plan === '' || status === 'running') return null;
  return (
    <Fold id={`${key}/plan`} summary="The plan">
      <RichText text={plan} />
    </Fold>
  );
}

const marks: Readonly<Record<string, { readonly mark: string; readonly words: string }>> = {
  completed: { mark: '✓', words: 'done' },
  in_progress: { mark: '▸', words: 'in progress' },
  pending: { mark: '○', words: 'to do' },
};

/** Claude's own to-do list. */
function TaskList({ item: { input } }: { readonly item: ToolItem }) {
  return (
    <ul className={styles.tasks}>
      {listField(input, 'todos').map((task, at) => {
        const state = textField(task, 'status');
        const { mark, words } = marks[state] ?? { mark: '○', words: state };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list never changes once it is written
          <li key={at} data-state={state}>
            <span aria-hidden="true">{mark}</span>
            <span>{textField(task, 'content')}</span>
            <span className="visually-hidden">, {words}</span>
          </li>
        );
      })}
    </ul>
  );
}
