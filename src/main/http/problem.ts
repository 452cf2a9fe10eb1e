import { STATUS_CODES } from 'node:http';
import type { Problem } from '../../shared/api';
import { AppError, type ErrorCode } from '../../shared/errors';

/** The status of each expected failure. */
const statuses: Readonly<Record<ErrorCode, number>> = {
  'bad-request': 400,
  'invalid-request': 400,
  'folder-missing': 400,
  'link-refused': 400,
  unauthorized: 401,
  forbidden: 403,
  'untrusted-sender': 403,
  'needs-look': 403,
  'not-trusted': 403,
  'no-rule': 403,
  'unknown-request': 404,
  'not-found': 404,
  'ask-gone': 404,
  'method-not-allowed': 405,
  'already-answered': 409,
  'stale-interaction': 409,
  'in-terminal': 409,
  'interaction-unavailable': 409,
  'interaction-cancelled': 409,
  'too-many-reprompts': 409,
  'too-large': 413,
  internal: 500,
  'claude-settings': 500,
  'git-failed': 500,
  'not-opened': 500,
  'picture-not-stored': 500,
  'picture-lost': 500,
  'terminal-unavailable': 500,
  'tool-failed': 500,
  'cli-refused': 502,
  'run-gone': 502,
  'no-claude': 503,
  'too-busy': 503,
};

/** Describes a failure for the caller. The details of a bug stay in the log. */
export function toProblem(error: unknown): Problem {
  const { code, message, facts } =
    error instanceof AppError ? error : new AppError('internal', 'Something went wrong inside Signalbox. The log has the details.');
  const status = statuses[code];
  return { ...facts, type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail: message, code };
}
