import { stat } from 'node:fs/promises';
import { AppError } from '../../shared/errors';
import { interactivePlan, type LaunchPlan } from '../claude/launch-plan';
import { readPastSession } from '../claude/past-transcript';
import type { SessionSurroundings } from './session-surroundings';
import type { SessionTranscript } from './session-transcript';
import type { StoredSession } from './stored-session';

/** A program outside this app's runs in which a conversation goes on. */
export interface OtherPlace {
  /** Resolves when it has ended; never rejects. */
  readonly gone: Promise<void>;
}

type Environment = SessionSurroundings['env'];

/** How to go on with a session's conversation in a terminal, whose environment is given. */
export async function planElsewhere(record: StoredSession, env: Environment, around: SessionSurroundings): Promise<LaunchPlan> {
  const { conversation, folder, mode, model, trusted, demo } = record;
  if (demo) throw new AppError('bad-request', 'The demo agent can’t be used in a terminal.');
  if (conversation.state !== 'kept') throw new AppError('bad-request', 'There is nothing to continue yet: say something first.');
  return interactivePlan({
    claude: await around.claude(false),
    env,
    session: {
      cwd: folder,
      conversation: { kind: 'resume', sessionId: conversation.id },
      permissionMode: mode,
      trusted,
      ...(model === null ? {} : { model }),
    },
  });
}

/** How much of a conversation the CLI has written down. */
export async function writtenSoFar(record: StoredSession, { conversationFile }: SessionSurroundings): Promise<number> {
  const file = await conversationFile(record);
  return file === null ? 0 : (await stat(file)).size;
}

/** Puts into the transcript what was said elsewhere since the CLI had written so much. */
export async function catchUp(
  record: StoredSession,
  from: number,
  transcript: SessionTranscript,
  around: SessionSurroundings,
): Promise<void> {
  try {
    const file = await around.conversationFile(record);
    if (file === null) return;
    for await (const line of readPastSession(file, from)) transcript.write((builder) => builder.add(line));
  } catch (error) {
    around.log.error('what was said in the terminal could not be read', { session: record.id, error });
    transcript.note({ what: 'info', text: 'What was said in the terminal could not be read.' });
  } finally {
    transcript.write((builder) => builder.endRun());
  }
}
