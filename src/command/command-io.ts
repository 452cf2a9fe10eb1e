/** What a command reads and writes. */
export interface CommandIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** Ends `watch`. */
  readonly signal: AbortSignal;
}

/** What the exit codes mean to a script. */
export const exitCode = { done: 0, failed: 1, usage: 2, notRunning: 3, answeredAlready: 4, needsLook: 5 } as const;
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** A failure that ends the command, with the words for the person. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  constructor(
    readonly exit: ExitCode,
    message: string,
  ) {
    super(message);
  }
}
