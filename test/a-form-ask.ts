import type { Ask } from '../src/shared/ask';
import type { FormField, FormValues } from '../src/shared/form';
import { type Interaction, InteractionId } from '../src/shared/interaction';
import { anAsk } from './an-ask';

/** A prompt of the built-in tool that asks people, with the given parts replaced. */
export const aPrompt = (id: string, parts: Partial<Interaction> = {}): Interaction => ({
  id: InteractionId.parse(id),
  origin: { by: 'tool', tool: 'ask_user', title: 'Claude needs your input', builtIn: true },
  prompt: 'Who travels?',
  error: null,
  presentation: 'tool',
  approvalScopes: [],
  step: 0,
  survivesRestart: true,
  ...parts,
});

/** An ask with a form of these fields. */
export function aFormAsk(name: string, fields: readonly FormField[], parts: Partial<Ask> = {}, initialValues: FormValues = {}): Ask {
  const input = { mode: 'form', fields, initialValues };
  return anAsk(name, {
    kind: 'form',
    tool: 'mcp__signalbox__ask_user',
    summary: 'Who travels?',
    input,
    interaction: aPrompt(name),
    ...parts,
  });
}

/** An ask for the approval of a tool. */
export const anApprovalAsk = (name: string, parts: Partial<Ask> = {}): Ask =>
  anAsk(name, {
    tool: 'mcp__signalbox__delete_files',
    summary: 'Delete 2 files?',
    input: { files: ['a.txt', 'b.txt'] },
    interaction: aPrompt(name, {
      origin: { by: 'tool', tool: 'delete_files', title: 'Delete files', builtIn: false },
      prompt: 'Delete 2 files?',
      approvalScopes: ['once', 'session', 'always'],
    }),
    ...parts,
  });
