import { z } from 'zod';
import { escapeLine } from '../../../shared/invisible';
import type { BackgroundTask } from '../../../shared/session';
import { truncateLine } from '../../../shared/truncate';
import type { ClaudeEvent } from '../events';
import { type CliMessage, maybe, number, text } from './fields';
import { toSender } from './origin';
import { readTrouble } from './trouble-messages';
import { readUserText } from './user-text';

const System = z.looseObject({
  subtype: z.string(),
  uuid: text,
  session_id: text,
  cwd: text,
  model: text,
  permissionMode: text,
  state: text,
  status: text,
  message_uuid: text,
  from: text,
  from_name: text,
  compact_result: text,
  compact_error: text,
  compact_metadata: maybe(z.looseObject({ trigger: text, pre_tokens: number, post_tokens: number })),
  attempt: number,
  max_retries: number,
  retry_delay_ms: number,
  error_status: number,
  error: text,
  tool_name: text,
  tool_use_id: text,
  decision_reason: text,
  decision_reason_type: text,
  task_id: text,
  task_type: text,
  content: text,
  description: text,
  summary: text,
  tasks: maybe(z.array(z.looseObject({ task_id: z.string(), task_type: text, description: text, ambient: maybe(z.boolean()) }))),
  mcp_servers: maybe(z.array(z.looseObject({ name: z.string(), status: z.string() }))),
  mcp_server_name: text,
  elicitation_id: text,
  usage: maybe(z.looseObject({ total_tokens: number, tool_uses: number, duration_ms: number })),
});
type System = z.infer<typeof System>;

/** Reads a message of the type `system`, whose subtype says what it is. */
export function readSystemMessage(message: CliMessage): ClaudeEvent | null {
  const line = System.safeParse(message).data;
  if (!line) return null;
  const toolUseId = line.tool_use_id ?? null;
  switch (line.subtype) {
    case 'init':
      return {
        kind: 'turn-started',
        conversationId: line.session_id ?? null,
        mode: line.permissionMode ?? null,
        model: line.model ?? null,
        cwd: line.cwd ?? null,
        ...(line.mcp_servers ? { mcpServers: line.mcp_servers.map(({ name, status }) => ({ name, status })) } : {}),
      };
    case 'session_state_changed':
      return { kind: 'state-changed', busy: line.state !== 'idle' };
    case 'status':
      return readStatus(line);
    case 'compact_boundary': {
      const { trigger, pre_tokens, post_tokens } = line.compact_metadata ?? {};
      return { kind: 'compacted', trigger: trigger ?? null, tokensBefore: pre_tokens ?? null, tokensAfter: post_tokens ?? null };
    }
    case 'api_retry':
      return {
        kind: 'retrying',
        attempt: line.attempt ?? 1,
        max: line.max_retries ?? 0,
        delayMs: line.retry_delay_ms ?? 0,
        status: line.error_status ?? null,
        error: line.error ?? 'unknown',
      };
    case 'permission_denied': {
      const reason = line.decision_reason ?? line.decision_reason_type ?? null;
      return { kind: 'call-refused', tool: line.tool_name ?? '', toolUseId, reason };
    }
    case 'task_started':
      return { kind: 'task-started', toolUseId, agent: readAgent(line) };
    case 'task_progress': {
      const { total_tokens, duration_ms, tool_uses } = line.usage ?? {};
      const counts = { tokens: total_tokens ?? null, durationMs: duration_ms ?? null, toolUses: tool_uses ?? null };
      return { kind: 'task-progress', toolUseId, progress: { text: line.description ?? '', ...counts } };
    }
    case 'task_notification':
      return { kind: 'task-ended', toolUseId, status: line.status ?? 'unknown', summary: line.summary ?? '' };
    case 'peer_message_hold':
      return readHold(line);
    case 'elicitation_complete': {
      const { mcp_server_name: server, elicitation_id: id } = line;
      return server && id ? { kind: 'elicitation-completed', server, id } : null;
    }
    case 'background_tasks_changed':
      return { kind: 'background-tasks-changed', tasks: readTasks(line) };
    case 'local_command':
      return { kind: 'user-message', uuid: line.uuid ?? null, text: readUserText(line.content ?? ''), images: [] };
    case 'informational':
    case 'model_refusal_no_fallback':
      return line.content ? { kind: 'info', text: line.content } : null;
    default:
      return readTrouble(line.subtype, message);
  }
}

function readHold({ state, message_uuid: uuid, from, from_name }: System): ClaudeEvent | null {
  if (!uuid) return null;
  const sender = toSender('session', from_name ?? from);
  if (state === 'held') return { kind: 'peer-message-held', uuid, sender };
  return { kind: 'peer-message-settled', uuid, sender, isLetIn: state === 'released' };
}

function readStatus({ permissionMode, status, compact_result, compact_error }: System): ClaudeEvent | null {
  const compaction = compact_result === 'failed' ? 'failed' : status === 'compacting' ? 'running' : null;
  if (!permissionMode && compaction === null) return null;
  return { kind: 'status-changed', mode: permissionMode ?? null, compaction, error: compact_error ?? null };
}

/** The list of tasks is sent to every window, so a run can't make it longer than this. */
const mostTasks = 100;
const longestDescription = 200;

/** Ambient tasks, such as watchers of files, are nothing that a person started or would stop. */
const readTasks = ({ tasks }: System): BackgroundTask[] =>
  (tasks ?? [])
    .filter(({ ambient }) => !ambient)
    .slice(0, mostTasks)
    .map(({ task_id: id, task_type: type, description }) => ({
      id,
      kind: type === 'local_agent' ? 'agent' : type === 'local_bash' ? 'command' : 'other',
      description: truncateLine(escapeLine(description ?? '').trim(), longestDescription),
    }));

/** A background command is a task too, and never asks. */
function readAgent({ task_type, task_id, description }: System): { id: string; description: string } | null {
  return task_type === 'local_agent' && task_id && description ? { id: task_id, description } : null;
}
