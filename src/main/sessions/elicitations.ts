import { randomUUID } from 'node:crypto';
import type { Decision } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import type { FormValues } from '../../shared/form';
import type { AskId, SessionId } from '../../shared/ids';
import { FormInput, InteractionId } from '../../shared/interaction';
import type { JsonObject } from '../../shared/json-object';
import { mcpToolName } from '../../shared/tools';
import type { InteractionResponse, InteractionStep, TranscriptChange } from '../../shared/transcript';
import type { AskDesk } from '../asks/ask-desk';
import type { Decided } from '../asks/ask-record';
import type { Log } from '../base/log';
import type { ElicitationAnswer, ElicitationRequest, Elicited } from '../claude/elicitation';
import type { Incoming } from '../claude/incoming-requests';
import { toElicitationForm } from './elicitation-form';
import type { SessionTranscript } from './session-transcript';
import { type ShownElicitation, serverWords, toElicitationAsk, toElicitationStep } from './to-elicitation-ask';

interface Dependencies {
  readonly desk: Pick<AskDesk, 'ask' | 'noteResults'>;
  readonly now: () => number;
  readonly log: Pick<Log, 'warn'>;
}

type IncomingElicitation = Incoming<ElicitationAnswer>;

interface OpenElicitation {
  readonly askId: AskId;
  readonly server: string;
  readonly wants: Elicited;
  readonly step: InteractionStep;
  readonly incoming: IncomingElicitation;
  /** It came during a turn, so the end of the turn ends it. */
  readonly isInTurn: boolean;
  /** Tells the desk that nobody waits for it any more. */
  readonly abort: AbortController;
}

/** What the person is shown, and what a submitted form becomes. */
interface Readable {
  readonly form: FormInput;
  readonly toContent: (values: FormValues) => JsonObject | null;
}

/** A server that asks for more at once gets no answer to the rest. */
const mostOpen = 20;

/**
 * What the MCP servers of a session's run ask the person. A server waits in its run, so nothing of this outlives the run. Only a
 * person's own no is a `decline`; whatever nobody answered is a `cancel`.
 */
export class Elicitations {
  readonly #id: SessionId;
  readonly #deps: Dependencies;
  readonly #folder: string;
  readonly #transcript: Pick<SessionTranscript, 'write' | 'note' | 'runningCall'>;
  readonly #open = new Set<OpenElicitation>();

  constructor(id: SessionId, deps: Dependencies, folder: string, transcript: Pick<SessionTranscript, 'write' | 'note' | 'runningCall'>) {
    this.#id = id;
    this.#deps = deps;
    this.#folder = folder;
    this.#transcript = transcript;
  }

  /** Asks the person, or answers at once if the request can't be shown. */
  ask(request: ElicitationRequest, incoming: IncomingElicitation, isInTurn: boolean): void | Promise<void> {
    const { server, wants } = request;
    let readable: Readable;
    try {
      if (this.#open.size >= mostOpen) throw new AppError('invalid-request', 'too much of it is open already');
      readable = toReadable(wants);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return this.#turnDown(server, error.message, incoming);
    }
    const shown: ShownElicitation = {
      request,
      form: readable.form,
      id: InteractionId.parse(randomUUID()),
      at: this.#deps.now(),
      toolUseId: this.#transcript.runningCall(isCallOf(server)),
      folder: this.#folder,
    };
    const asked = toElicitationAsk(this.#id, shown);
    const open = { askId: asked.ask.id, server, wants, step: toElicitationStep(shown), incoming, isInTurn, abort: new AbortController() };
    this.#open.add(open);
    this.#keep(open.step);
    incoming.signal.addEventListener('abort', () => this.#lose(open));
    this.#deps.desk.ask(asked, open.abort.signal, (decided) => this.#answer(open, readable, decided));
  }

  /** The server says that the person is done with the page that it wanted opened, so it need not be told. */
  complete(server: string, id: string): void {
    for (const open of this.#open)
      if (open.server === server && open.wants.mode === 'url' && open.wants.id === id) this.#end(open, { action: 'accept', content: null });
  }

  /** Ends what was asked for calls that are over. 2.1.197 does not say that it no longer waits. */
  settleCalls(changes: readonly TranscriptChange[]): void {
    if (!changes.some(({ item }) => item.kind === 'tool' && item.status !== 'running')) return;
    // Of several calls of one server, it is not known which one asks.
    for (const open of this.#open)
      if (open.step.toolUseId !== null && this.#transcript.runningCall(isCallOf(open.server)) === null) this.#end(open, cancel);
  }

  endTurn(): void {
    for (const open of this.#open) if (open.isInTurn && open.step.toolUseId === null) this.#end(open, cancel);
  }

  async #turnDown(server: string, because: string, incoming: IncomingElicitation): Promise<void> {
    this.#deps.log.warn('a request of an MCP server could not be shown', { session: this.#id, server: serverWords(server), because });
    this.#transcript.note({
      what: 'info',
      text: `${serverWords(server)} asked for your input, but this can’t be shown: ${because}. It was told that nobody answered.`,
    });
    await incoming.reply(cancel);
  }

  async #answer(open: OpenElicitation, { toContent }: Readable, decided: Decided): Promise<void> {
    const answer = toAnswer(decided.decision, toContent);
    this.#open.delete(open);
    try {
      await open.incoming.reply(answer);
    } catch (error) {
      this.#forget(open, null);
      throw error;
    }
    this.#keep({ ...open.step, isOpen: false, response: toResponse(decided) });
    // No result of a call will come for it: it is over as soon as the desk knows that its answer arrived.
    setImmediate(() => this.#deps.desk.noteResults([open.askId]));
  }

  /** Nobody has to answer any more, and the CLI may still wait. */
  #end(open: OpenElicitation, answer: ElicitationAnswer): void {
    this.#forget(open, null);
    // It fails only if the run is gone.
    open.incoming.reply(answer).catch(() => undefined);
  }

  /** The CLI withdrew it, or the run ended with the server. */
  #lose(open: OpenElicitation): void {
    if (!this.#open.has(open)) return;
    this.#forget(open, open.incoming.signal.reason === 'closed' ? noLongerWaits(serverWords(open.server)) : null);
  }

  #forget(open: OpenElicitation, note: string | null): void {
    this.#open.delete(open);
    this.#keep({ ...open.step, isOpen: false });
    if (note !== null) this.#transcript.note({ what: 'info', text: note });
    open.abort.abort('withdrawn');
  }

  #keep(step: InteractionStep): void {
    this.#transcript.write((builder) => builder.setInteraction(step.toolUseId, step));
  }
}

/** What the transcript says when the run that a server waited in is gone. */
export const noLongerWaits = (server: string): string => `${server} no longer waits for an answer.`;

const cancel: ElicitationAnswer = { action: 'cancel' };

const isCallOf =
  (server: string) =>
  (tool: string): boolean =>
    tool.startsWith(mcpToolName(server, ''));

/** Throws an `AppError`, with words that say why, if it can't be shown. */
function toReadable(wants: Elicited): Readable {
  if (wants.mode === 'unknown') throw new AppError('invalid-request', wants.problem);
  if (wants.mode === 'form') {
    const { fields, toContent } = toElicitationForm(wants.schema, wants.order);
    return { form: { mode: 'form', fields, initialValues: {} }, toContent };
  }
  const url = URL.parse(wants.url);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new AppError('invalid-request', 'it wants to open something that is not a web page');
  // As `URL` writes it, nothing in it is invisible, and a host name in another script is spelled out.
  const form = FormInput.safeParse({ mode: 'url', url: url.href }).data;
  if (!form) throw new AppError('invalid-request', 'the address of its page is too long');
  return { form, toContent: () => null };
}

function toAnswer(decision: Decision, toContent: Readable['toContent']): ElicitationAnswer {
  switch (decision.answer) {
    case 'submit':
      return { action: 'accept', content: toContent(decision.values) };
    case 'deny':
      return { action: 'decline' };
    case 'cancel':
      return cancel;
    default:
      throw new AppError('bad-request', 'A form can only be submitted, declined or cancelled.');
  }
}

function toResponse({ decision, surface, at }: Decided): InteractionResponse {
  const action =
    surface === 'timeout' ? 'timeout' : decision.answer === 'submit' || decision.answer === 'deny' ? decision.answer : 'cancel';
  return {
    at,
    action,
    surface,
    approvalScope: null,
    values: decision.answer === 'submit' ? decision.values : null,
    reason: null,
  };
}
