import { fillTemplate, type InteractionAction, valueWords } from '../../../shared/interaction';
import { surfaceWords } from '../../../shared/surface-words';
import type { InteractionStep } from '../../../shared/transcript';
import { truncateLine } from '../../../shared/truncate';
import { clock } from '../../ui/amounts';

/** How a prompt ended, in one line. */
export interface StepOutcome {
  readonly result: 'yes' | 'no' | 'none' | 'open';
  readonly words: string;
  /** Where and when; empty if nobody answered. */
  readonly where: string;
}

const longestSummary = 200;

export function stepOutcome(step: InteractionStep): StepOutcome {
  const { response, isOpen } = step;
  if (response === null)
    return isOpen
      ? { result: 'open', words: 'Waits for your answer', where: '' }
      : { result: 'none', words: 'Ended without an answer', where: '' };
  const { action, surface, at } = response;
  if (action === 'timeout') return { result: 'none', words: 'Nobody answered in time', where: `at ${clock(at)}` };
  return {
    result: action === 'submit' || action === 'approve' ? 'yes' : action === 'deny' ? 'no' : 'none',
    words: writtenSummary(step, action) ?? usualSummary(step, action),
    where: `${surfaceWords[surface]} at ${clock(at)}`,
  };
}

/** The summary that the tool's author wrote; null if it is missing or comes to nothing. */
function writtenSummary({ completedView, form, response }: InteractionStep, action: InteractionAction): string | null {
  if (completedView.summaryTemplate === undefined) return null;
  const fields = form?.mode === 'form' ? form.fields : [];
  const filled = fillTemplate(completedView.summaryTemplate, action, response?.values ?? {}, fields);
  return filled.trim() === '' ? null : oneLine(filled);
}

const approvals = { once: 'Allowed once', session: 'Allowed for this session', always: 'Always allowed' } as const;

function usualSummary(step: InteractionStep, action: InteractionAction): string {
  const { origin, response } = step;
  switch (action) {
    case 'approve':
      return approvals[response?.approvalScope ?? 'once'];
    case 'deny': {
      const word = origin.by === 'server' ? 'Declined' : 'Denied';
      return response?.reason ? oneLine(`${word}: ${response.reason}`) : word;
    }
    case 'cancel':
      return 'Closed without an answer';
    default: {
      const values = valuesInLine(step);
      return values === '' ? 'Submitted' : oneLine(`Submitted: ${values}`);
    }
  }
}

/** What was submitted. The label is left out if there is only one field. */
function valuesInLine({ form, response, completedView }: InteractionStep): string {
  if (form?.mode !== 'form' || !completedView.showInputs) return '';
  const filled = form.fields.flatMap((field) => {
    const value = response?.values?.[field.id];
    return value === undefined ? [] : [{ label: field.label, words: valueWords(field, value) }];
  });
  if (form.fields.length === 1) return filled[0]?.words ?? '';
  return filled.map(({ label, words }) => `${label}: ${words}`).join(', ');
}

const oneLine = (text: string): string => truncateLine(text.replaceAll(/\s+/g, ' ').trim(), longestSummary);
