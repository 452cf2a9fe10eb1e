/** The failures that we expect. Code checks the code; people read the message. */
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
  /** A marked call was allowed on a surface that does not show all of it. */
  | 'needs-look'
  /** No rule may or can decide this call. */
  | 'no-rule'
  /** Claude's own settings file could not be changed. */
  | 'claude-settings'
  | 'cli-refused'
  | 'not-opened'
  | 'git-failed'
  | 'terminal-unavailable'
  | 'in-terminal'
  /** A picture could not be written to disk. */
  | 'picture-not-stored'
  /** The file of a picture is missing or damaged. */
  | 'picture-lost'
  /** Nobody can be asked now: the person turned interactive tools off. */
  | 'interaction-unavailable'
  /** The person, Claude Code or the end of the run closed the prompt. */
  | 'interaction-cancelled'
  /** The answer was for an earlier prompt of the same call. */
  | 'stale-interaction'
  | 'too-many-reprompts'
  /** A tool asked for something that can't be asked, or the values of a form break its rules. */
  | 'invalid-request'
  /** A tool's own code failed, hung or exited. */
  | 'tool-failed'
  /** A caller of the local server did not say who it is, or with a wrong token. */
  | 'unauthorized'
  /** The caller's role does not allow this, or its page is not one of ours. */
  | 'forbidden'
  /** Only the window can start a session in a folder that nobody trusts yet. */
  | 'not-trusted'
  | 'method-not-allowed'
  | 'too-large'
  /** The local server has as many callers as it takes. */
  | 'too-busy'
  | 'internal';

/** An expected failure. Anything else that is thrown is a bug. */
export class AppError extends Error {
  override readonly name = 'AppError';
  constructor(
    readonly code: ErrorCode,
    message: string,
    /** Facts for programs, such as who answered first. They must be JSON. */
    readonly facts: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

/** The reason for a failure in words, whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
