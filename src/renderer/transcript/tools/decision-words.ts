import { surfaceWords } from '../../../shared/surface-words';
import type { ToolDecision, ToolItem } from '../../../shared/transcript';
import { clock } from '../../ui/amounts';

const answers = { allow: 'Allowed', deny: 'Denied', answers: 'Answered', submit: 'Submitted', cancel: 'Closed' } as const;

/** Describes a decision in one line: what, where and when. */
export function decisionWords({ answer, surface, at, by, reason, note }: ToolDecision): string {
  // A mode's reason is a whole sentence; other sources are named.
  const why = answer === 'deny' ? reason : surface === 'mode' ? by : null;
  const said = why ? `: ${why}` : note ? `, and told Claude: ${note}` : '';
  return `${answers[answer]} ${by === null || surface === 'mode' ? surfaceWords[surface] : `by ${by}`} at ${clock(at)}${said}`;
}

export interface EditedField {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** Returns the fields that a person or a hook changed. Values that are not text are shown as JSON. */
export function editedFields(input: Readonly<Record<string, unknown>>, edited: Readonly<Record<string, unknown>>): EditedField[] {
  const names = [...new Set([...Object.keys(input), ...Object.keys(edited)])];
  return names
    .map((name) => ({ name, before: asText(input[name]), after: asText(edited[name]) }))
    .filter(({ before, after }) => before !== after);
}

/** Inputs shorter than this are never truncated. */
const neverCut = 4_000;

/** Whether an input may be truncated, so that its changes can't be computed: main sends only the start of long inputs. */
export const isCutShort = ({ truncated, input, changed, decision }: ToolItem): boolean =>
  truncated && [input, changed, decision?.edited].some((one) => JSON.stringify(one ?? {}).length >= neverCut);

const asText = (value: unknown): string => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, null, 2));
