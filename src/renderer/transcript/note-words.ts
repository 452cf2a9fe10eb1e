import { assertNever } from '../../shared/assert';
import { permissionModeNames } from '../../shared/permission-mode-words';
import type { CliTrouble, MessageSender, Note } from '../../shared/transcript';
import { clock, count } from '../ui/amounts';

export interface NoteWords {
  readonly text: string;
  readonly tone: 'quiet' | 'warning' | 'failed';
  /** Output or text to show verbatim. */
  readonly detail?: string;
}

type Retry = Extract<Note, { what: 'retry' }>;

/** Describes every note except a running retry, which counts down and has its own component. */
export function noteWords(note: Note): NoteWords {
  switch (note.what) {
    case 'compaction':
      return compactionWords(note);
    case 'retry':
      return { text: `${retryCause(note)}. Tried ${note.attempt} of ${note.max} times.`, tone: 'quiet' };
    case 'rate-limit':
      return rateLimitWords(note);
    case 'api-error':
      return { text: note.status === null ? note.text : `${note.text} (${note.status})`, tone: 'failed' };
    case 'mode':
      return {
        text: `Permission mode is now ${modeWords(note.mode)}${note.before === null ? '' : `, was ${modeWords(note.before)}`}.`,
        tone: 'quiet',
      };
    case 'permission-mode':
      return permissionModeWords(note);
    case 'model':
      return { text: `The model is now ${note.model}${note.before === null ? '' : `, was ${note.before}`}.`, tone: 'quiet' };
    case 'refused':
      return { text: `${note.tool} was refused without asking you${note.reason ? `: ${note.reason}` : '.'}`, tone: 'warning' };
    case 'output':
      return { text: 'Output', tone: 'quiet', detail: note.text };
    case 'message':
      return { text: senderWords(note.sender), tone: 'warning', ...(note.text === null ? {} : { detail: note.text }) };
    case 'cli-trouble':
      return troubleWords(note.trouble);
    case 'info':
      return { text: note.text, tone: 'quiet' };
    case 'task':
      return { text: `A background task ended (${note.status})${note.text ? `: ${note.text}` : '.'}`, tone: 'quiet' };
    case 'interaction':
      return { text: note.step.prompt, tone: 'quiet' };
    case 'interrupted':
      return { text: 'You interrupted Claude.', tone: 'quiet' };
    case 'cleared':
      return { text: 'The conversation starts over here. Claude no longer knows what is above.', tone: 'warning' };
    case 'crash':
      return { text: crashText(note), tone: 'failed', ...(note.stderr.trim() === '' ? {} : { detail: note.stderr }) };
    case 'restart':
      return { text: note.automatic ? 'Claude was started again automatically.' : 'Claude was started again.', tone: 'quiet' };
    default:
      return assertNever(note);
  }
}

export const retryCause = ({ status, error }: Retry): string =>
  status === null ? `No answer from the API (${error})` : `The API answered ${status} (${error})`;

function compactionWords({ state, tokensBefore, tokensAfter, text }: Extract<Note, { what: 'compaction' }>): NoteWords {
  const detail = text === null ? {} : { detail: text };
  if (state === 'running') return { text: 'Summing up the conversation to make room…', tone: 'quiet', ...detail };
  if (state === 'failed') return { text: 'The conversation could not be summed up.', tone: 'failed', ...detail };
  const sizes =
    tokensBefore === null ? '' : ` It was ${count(tokensBefore)} tokens${tokensAfter === null ? '' : ` and is ${count(tokensAfter)} now`}.`;
  return { text: `The conversation was summed up to make room.${sizes}`, tone: 'quiet', ...detail };
}

function rateLimitWords({ status, limit, resetsAtMs, utilization }: Extract<Note, { what: 'rate-limit' }>): NoteWords {
  const which = limit ? `The ${limit.replaceAll('_', ' ')} limit` : 'Your usage limit';
  const used = utilization === null ? '' : ` (${Math.round(utilization * 100)}% used)`;
  const until = resetsAtMs === null ? '' : ` It resets at ${clock(resetsAtMs)}.`;
  if (status === 'rejected') return { text: `${which} is reached${used}.${until}`, tone: 'failed' };
  if (status === 'allowed') return { text: `${which} is not reached${used}.${until}`, tone: 'quiet' };
  return { text: `${which} is nearly reached${used}.${until}`, tone: 'warning' };
}

const permissionModes = {
  ask: 'You are asked for each permission',
  safe: 'What only reads is approved without asking you',
  all: 'Everything that is not marked is approved without asking you',
} as const;

function permissionModeWords({ mode, until, ended }: Extract<Note, { what: 'permission-mode' }>): NoteWords {
  const now = permissionModes[mode];
  if (ended === 'time') return { text: `The time of “${permissionModeNames.all.name}” ran out. ${now}.`, tone: 'quiet' };
  if (ended === 'restart') return { text: `“${permissionModeNames.all.name}” ended with the restart of the app. ${now}.`, tone: 'quiet' };
  return { text: `${now}${until === null ? '.' : `, until ${clock(until)}.`}`, tone: mode === 'all' ? 'warning' : 'quiet' };
}

function senderWords({ kind, name }: MessageSender): string {
  switch (kind) {
    case 'session':
      return `Message from another Claude session${name === null ? '' : `, “${name}”`}, not from you.`;
    case 'channel':
      return `Message from a channel${name === null ? '' : `, “${name}”`}, not from you.`;
    case 'task':
      return 'Message from a background task, not from you.';
    default:
      return `Message from Claude Code itself${name === null ? '' : ` (${name})`}, not from you.`;
  }
}

function troubleWords(trouble: CliTrouble): NoteWords {
  switch (trouble.kind) {
    case 'writes-lost': {
      const cause =
        trouble.code === 'ENOSPC' ? 'The disk is full' : trouble.code === 'EDQUOT' ? 'Your disk quota is used up' : 'A write failed';
      const lost = trouble.conversation
        ? 'part of this conversation. If you resume it, Claude may not know what was said last'
        : 'its own settings';
      return { text: `${cause}: Claude Code could not save ${lost}.`, tone: 'failed' };
    }
    case 'copy-failed':
      return { text: `Claude Code could not keep its copy of this conversation: ${trouble.error}`, tone: 'warning' };
    case 'shutting-down':
      return { text: `Claude Code is shutting down (${trouble.reason.replaceAll('_', ' ')}).`, tone: 'warning' };
    case 'other-model': {
      const since = trouble.lasting ? ` The model is now ${trouble.used}.` : '';
      const detail = trouble.reason === null ? {} : { detail: trouble.reason };
      return { text: `${trouble.refused} refused. ${trouble.used} answered in its place.${since}`, tone: 'warning', ...detail };
    }
    case 'sign-in': {
      const detail = trouble.text.trim() === '' ? {} : { detail: trouble.text };
      if (trouble.state === 'failed') return { text: 'Claude Code could not sign in.', tone: 'failed', ...detail };
      return { text: 'Claude Code needs to sign in.', tone: 'warning', ...detail };
    }
    default:
      return assertNever(trouble);
  }
}

function crashText({ exitCode, signal }: Extract<Note, { what: 'crash' }>): string {
  if (signal !== null) return `Claude was ended by ${signal}.`;
  return exitCode === null ? 'Claude ended unexpectedly.' : `Claude ended unexpectedly with exit code ${exitCode}.`;
}

const cliModeNames: Readonly<Record<string, string>> = { default: 'ask for each', plan: 'plan', acceptEdits: 'accept edits' };
const modeWords = (mode: string): string => cliModeNames[mode] ?? mode;
