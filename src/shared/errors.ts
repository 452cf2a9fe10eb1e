/** The failures we expect. Code reads the code; people read the message. */
export type ErrorCode =
  | 'bad-request'
  | 'unknown-request'
  | 'untrusted-sender'
  | 'link-refused'
  | 'run-gone'
  | 'no-claude'
  | 'not-found'
  | 'folder-missing'
  | 'already-answered'
  | 'ask-gone'
  | 'cli-refused'
  | 'internal';

/** An expected failure. Anything else that is thrown is a bug. */
export class AppError extends Error {
  override readonly name = 'AppError';
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
  }
}
