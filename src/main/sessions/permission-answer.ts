import { type Ask, answersBelong, questionsOf } from '../../shared/ask';
import { assertNever } from '../../shared/assert';
import type { Decision } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import type { PermissionAnswer } from '../claude/permission-request';

const noReason: Readonly<Record<Ask['kind'], string>> = {
  permission: 'The user denied this call.',
  question: 'The user did not want to answer these questions.',
  plan: 'The user wants to keep planning.',
  form: 'The user closed the form.',
};

/** Translates a decision into the CLI's answer. Throws 'bad-request' if it does not fit the ask. */
export function toPermissionAnswer(ask: Ask, input: Readonly<Record<string, unknown>>, decision: Decision): PermissionAnswer {
  switch (decision.answer) {
    case 'deny':
      return { answer: 'deny', message: decision.reason?.trim() ? decision.reason : noReason[ask.kind] };
    case 'allow':
      if (ask.kind === 'question') throw new AppError('bad-request', 'A question needs answers.');
      return {
        answer: 'allow',
        input: decision.input ?? input,
        ...(ask.kind === 'plan' && decision.acceptEdits ? { mode: 'acceptEdits' } : {}),
      };
    case 'answers': {
      if (ask.kind !== 'question') throw new AppError('bad-request', 'Only a question takes answers.');
      // Checked again, because a new run may have asked other questions.
      if (!answersBelong(decision.answers, input)) throw new AppError('bad-request', 'These answers belong to other questions.');
      const questions = new Set(questionsOf(input).map(({ question }) => question));
      const notes = Object.entries(decision.notes ?? {}).filter(([question, note]) => questions.has(question) && note.trim() !== '');
      return {
        answer: 'allow',
        input: {
          ...input,
          answers: decision.answers,
          ...(notes.length > 0 ? { annotations: Object.fromEntries(notes.map(([question, note]) => [question, { notes: note }])) } : {}),
        },
      };
    }
    case 'submit':
    case 'cancel':
      throw new AppError('bad-request', 'Only a form can be submitted or cancelled.');
    default:
      return assertNever(decision);
  }
}
