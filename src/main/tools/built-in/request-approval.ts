import { z } from 'zod';
import { ApprovalScope } from '../../../shared/interaction';
import { defineTool, ToolError } from '../../../tool-api/definition';

const Args = z.object({ action: z.string().min(1), reason: z.string().optional(), scopes: z.array(ApprovalScope).min(1).optional() });

/** A gate that the agent asks for itself, before it does something that no permission rule knows of. */
export const requestApproval = defineTool({
  name: 'request_approval',
  title: 'Approval',
  description:
    'Ask the user to approve something before you do it, when it is important or hard to undo and no permission prompt would come. ' +
    'Returns {"ok":true,"scope":"once"|"session"|"always"} or {"ok":false,"denied":true,"reason":…}. Respect a denial.',
  parameters: {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'What you want to do, in one sentence.' },
      reason: { type: 'string', description: 'Why.' },
      scopes: {
        type: 'array',
        items: { type: 'string', enum: ApprovalScope.options },
        description:
          'How far the approval may reach. Default: once. With session or always, the same action is approved without asking again.',
      },
    },
    required: ['action'],
  },
  async handler(raw, { approvals, requestInteraction }) {
    const parsed = Args.safeParse(raw);
    if (!parsed.success) throw new ToolError('invalid-request', z.prettifyError(parsed.error));
    const { action, reason, scopes = ['once'] } = parsed.data;
    const remembered = await approvals.get(action);
    if (remembered !== null) return { ok: true, scope: remembered };
    return requestInteraction({
      type: 'approval',
      prompt: reason === undefined ? action : `${action}\n\n${reason}`,
      approvalScopes: scopes,
      timeoutMs: null,
      async onResponse(response) {
        if (response.action !== 'approve') return { complete: { ok: false, denied: true, reason: response.reason ?? null } };
        const scope = response.approvalScope ?? 'once';
        if (scope !== 'once') await approvals.set(action, scope);
        return { complete: { ok: true, scope } };
      },
    });
  },
});
