import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type ApiEvent, type ApiEventName, apiEvents } from '../shared/api-events';
import { sessionStateWords } from '../shared/session-words';
import { surfaceWords } from '../shared/surface-words';
import { ApiClient } from './api-client';
import { CommandFailure, type CommandIo, exitCode } from './command-io';
import { findSocket } from './find-socket';
import { EventParser } from './parse-events';
import { plain } from './text-table';

const retryMs = 500;

interface WatchOptions {
  readonly json: boolean;
  readonly bell: boolean;
}

/** Prints each event until it is stopped. If the app goes away, it waits and goes on after the last event that it printed. */
export async function watch(io: CommandIo, { json, bell }: WatchOptions): Promise<void> {
  let lastEventId: string | null = null;
  let wasConnected = false;
  while (!io.signal.aborted) {
    try {
      const known: Record<string, string> = lastEventId === null ? {} : { 'last-event-id': lastEventId };
      const stream = await new ApiClient(findSocket(io)).open('/api/events', known, io.signal);
      if (stream.statusCode === 503) throw new CommandFailure(exitCode.failed, 'Too many programs watch already.');
      wasConnected = true;
      lastEventId = await printEvents(stream, lastEventId, (event) => {
        const rings = bell && (event.name.endsWith('-requested') || event.name === 'interaction-request');
        io.print(`${json ? JSON.stringify({ event: event.name, data: event.data }) : lineOf(event)}${rings ? '\u0007' : ''}\n`);
      });
      if (!io.signal.aborted) io.printError('Signalbox went away. Waiting for it.\n');
    } catch (error) {
      if (io.signal.aborted) return;
      if (!wasConnected || !(error instanceof CommandFailure) || error.exit !== exitCode.notRunning) throw error;
    }
    await delay(retryMs, null, { signal: io.signal }).catch(() => null);
  }
}

/** Resolves with the id of the last whole event when the connection ends. */
async function printEvents(stream: IncomingMessage, known: string | null, print: (event: ApiEvent) => void): Promise<string | null> {
  const parser = new EventParser(known);
  stream.setEncoding('utf8');
  try {
    for await (const text of stream)
      for (const { name, json } of parser.read(String(text))) {
        const event = toEvent(name, json);
        if (event) print(event);
      }
  } catch {
    // The connection ended in the middle of an event, which comes again.
  }
  return parser.lastEventId;
}

/** Null for an event of a newer version. */
function toEvent(name: string, json: string): ApiEvent | null {
  if (!isName(name)) return null;
  const data: unknown = JSON.parse(json);
  return parseEvent(name, data);
}

const isName = (name: string): name is ApiEventName => Object.hasOwn(apiEvents, name);

function parseEvent(name: ApiEventName, data: unknown): ApiEvent {
  switch (name) {
    case 'approval-requested':
    case 'question-requested':
      return { name, data: apiEvents[name].parse(data) };
    case 'interaction-request':
    case 'interaction-response':
      return { name, data: apiEvents[name].parse(data) };
    case 'approval-resolved':
    case 'approval-cancelled':
      return { name, data: apiEvents[name].parse(data) };
    case 'message-queued':
    case 'message-sent':
      return { name, data: apiEvents[name].parse(data) };
    case 'session-changed':
      return { name, data: apiEvents[name].parse(data) };
    case 'reset':
      return { name, data: apiEvents[name].parse(data) };
  }
}

function lineOf(event: ApiEvent): string {
  const time = new Date().toTimeString().slice(0, 8);
  return `${time}  ${event.name.padEnd(20)}  ${plain(wordsOf(event))}`;
}

function wordsOf({ name, data }: ApiEvent): string {
  switch (name) {
    case 'approval-requested':
    case 'question-requested':
      return `${data.summary} (${data.requestId.slice(-6)})`;
    case 'interaction-request':
      return data.interaction.prompt;
    case 'interaction-response':
      return `${data.interaction.response?.action ?? 'ended'}: ${data.interaction.prompt}`;
    case 'approval-resolved':
    case 'approval-cancelled':
      return `${data.decision} ${data.surface === 'none' ? '' : surfaceWords[data.surface]}: ${data.toolName} (${data.requestId.slice(-6)})`;
    case 'message-queued':
    case 'message-sent':
      return data.message;
    case 'session-changed':
      return data.session ? `${data.session.title}: ${sessionStateWords[data.session.state]}` : `${data.sessionId.slice(0, 8)} was closed`;
    case 'reset':
      return 'Events were missed';
  }
}
