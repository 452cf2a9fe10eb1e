import { surfaceWords } from '../../../shared/surface-words';
import type { ToolDecision } from '../../../shared/transcript';
import { clock } from '../../ui/amounts';

const answers = { allow: 'Allowed', deny: 'Denied', answers: 'Answered' } as const;

/** What was decided, where and when, in one line. */
export function decisionWords({ answer, surface, at, by, reason, note }: ToolDecision): string {
  const said = answer === 'deny' && reason ? `: ${reason}` : note ? `, and told Claude: ${note}` : '';
  return `${answers[answer]} ${by === null ? surfaceWords[surface] : `by ${by}`} at ${clock(at)}${said}`;
}

export interface EditedField {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** The fields that a person changed before allowing a call; text as it is, anything else as JSON. */
export function editedFields(input: Readonly<Record<string, unknown>>, edited: Readonly<Record<string, unknown>>): EditedField[] {
  const names = [...new Set([...Object.keys(input), ...Object.keys(edited)])];
  return names
    .map((name) => ({ name, before: asText(input[name]), after: asText(edited[name]) }))
    .filter(({ before, after }) => before !== after);
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, null, 2));
