import type { ToolContext, ToolDefinition } from '../../tool-api/definition';
import { runInteraction } from '../../tool-api/run-interaction';
import type { OfferedTool, ToolCall } from './offered-tool';

/** A built-in tool: its handler runs in main, with the same context as the tools of other authors. */
export const inProcessTool = ({
  name,
  title = name,
  description,
  parameters = noParameters,
  onRestart = 'rerun',
  handler,
}: ToolDefinition): OfferedTool => ({
  name,
  title,
  description,
  parameters,
  onRestart,
  builtIn: true,
  approvalOwner: name,
  call: async (args, call) => handler(args, contextOf(call)),
});

const noParameters = { type: 'object', properties: {} };

function contextOf(call: ToolCall): ToolContext {
  const { sessionId, toolCallId, cwd, signal, approvals, isInteractive } = call;
  return {
    sessionId,
    toolCallId,
    cwd,
    signal,
    approvals,
    interaction: { available: isInteractive },
    log: (...words) => call.log(...words),
    requestInteraction: (request) => runInteraction(request, call),
  };
}
