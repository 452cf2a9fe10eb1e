import { surfaceWords } from '../../../shared/surface-words';
import type { ToolDecision, ToolItem } from '../../../shared/transcript';
import { clock } from '../../ui/amounts';

const answers = { allow: 'Allowed', deny: 'Denied', answers: 'Answered' } as const;

/** What was decided, where and when, in one line. */
export function decisionWords({ answer, surface, at, by, reason, note }: ToolDecision): string {
  // A mode gives its reason in a sentence; anything else is named.
  const why = answer === 'deny' ? reason : surface === 'mode' ? by : null;
  const said = why ? `: ${why}` : note ? `, and told Claude: ${note}` : '';
  return `${answers[answer]} ${by === null || surface === 'mode' ? surfaceWords[surface] : `by ${by}`} at ${clock(at)}${said}`;
}

export interface EditedField {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** The fields that a person or a hook changed in a call; text as it is, anything else as JSON. */
export function editedFields(input: Readonly<Record<string, unknown>>, edited: Readonly<Record<string, unknown>>): EditedField[] {
  const names = [...new Set([...Object.keys(input), ...Object.keys(edited)])];
  return names
    .map((name) => ({ name, before: asText(input[name]), after: asText(edited[name]) }))
    .filter(({ before, after }) => before !== after);
}

/** Less than this is never cut from an input. */
const neverCut = 4_000;

/** Whether what is held of a call may be too little to tell what was changed in it: of each input only the beginning is sent. */
export const isCutShort = ({ truncated, input, changed, decision }: ToolItem): boolean =>
  truncated && [input, changed, decision?.edited].some((one) => JSON.stringify(one ?? {}).length >= neverCut);

const asText = (value: unknown): string => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, null, 2));
