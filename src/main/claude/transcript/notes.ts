import type { CliTrouble, InteractionStep, MessageSender, Note, NoteItem } from '../../../shared/transcript';
import type { RateLimit, Retrying, TurnEnded } from '../events';
import type { ChangeBuffer } from './change-buffer';

type NoteOf<W extends Note['what']> = NoteItem & { readonly note: Extract<Note, { what: W }> };
type CompactionFacts = Partial<NoteOf<'compaction'>['note']>;

/** The CLI prints these in place of an empty answer. */
const placeholders: ReadonlySet<string> = new Set(['(no content)', 'No response requested.']);

/** Notes about the conversation. A fact is noted when it changes, and a note about something that lasts is updated until it ends. */
export class Notes {
  readonly #buffer: ChangeBuffer;
  #mode: string | null = null;
  #model: string | null = null;
  #rateLimit = 'allowed';
  #lastOutput = '';
  /** A message that was let in, whose text is not known yet. */
  #letIn: NoteOf<'message'> | null = null;
  #signIn: NoteOf<'cli-trouble'> | null = null;
  readonly #prompts = new Map<string, NoteOf<'interaction'>>();
  #retry: NoteOf<'retry'> | null = null;
  #compaction: NoteOf<'compaction'> | null = null;
  #apiError: NoteOf<'api-error'> | null = null;

  constructor(buffer: ChangeBuffer) {
    this.#buffer = buffer;
  }

  noteMode(mode: string | null): void {
    if (!mode || mode === this.#mode) return;
    // The first mode that is reported is not a change.
    if (this.#mode !== null) this.#buffer.addNote({ what: 'mode', mode, before: this.#mode });
    this.#mode = mode;
  }

  noteModel(model: string | null): void {
    if (!model || model === this.#model) return;
    // The CLI's output of /model names the model already.
    if (this.#model !== null && !this.#lastOutput.includes(model)) this.#buffer.addNote({ what: 'model', model, before: this.#model });
    this.#model = model;
  }

  /** The CLI tells the text of a message that was held back only at the end of the turn that it began. */
  noteMessage(sender: MessageSender, text: string | null): void {
    const known = this.#letIn?.note.sender.name === sender.name ? this.#letIn : null;
    const note = known ? this.#update(known, { text }) : this.#buffer.addNote({ what: 'message', sender, text });
    this.#letIn = text === null ? note : null;
  }

  /** The CLI repeats a sign-in with each line it prints, so its note is updated until it failed or the run ended. */
  noteTrouble(trouble: CliTrouble): void {
    if (trouble.kind !== 'sign-in') this.#buffer.addNote({ what: 'cli-trouble', trouble });
    else if (this.#signIn) this.#signIn = this.#update(this.#signIn, { trouble });
    else this.#signIn = this.#buffer.addNote({ what: 'cli-trouble', trouble });
    if (trouble.kind === 'sign-in' && trouble.state === 'failed') this.#signIn = null;
  }

  /** Adds a prompt that belongs to no known call, or replaces it by its newer version. */
  setInteraction(step: InteractionStep): void {
    const known = this.#prompts.get(step.interactionId);
    const note = known ? this.#update(known, { step }) : this.#buffer.addNote({ what: 'interaction', step });
    if (step.isOpen) this.#prompts.set(step.interactionId, note);
    else this.#prompts.delete(step.interactionId);
  }

  noteOutput(text: string): void {
    if (text === '' || placeholders.has(text)) return;
    this.#lastOutput = text;
    this.#buffer.addNote({ what: 'output', text });
  }

  noteCompaction(state: 'running' | 'done' | 'failed', facts: CompactionFacts = {}): void {
    const empty = { what: 'compaction', trigger: null, tokensBefore: null, tokensAfter: null, text: null } as const;
    const running = this.#compaction?.note.state === 'running' ? this.#compaction : null;
    const item = running ? this.#update(running, { ...facts, state }) : this.#buffer.addNote({ ...empty, ...facts, state });
    // A failed one is over; a finished one gets its summary from a later event.
    this.#compaction = state === 'failed' ? null : item;
  }

  addSummary(text: string): void {
    if (this.#compaction) this.#update(this.#compaction, { text });
    this.#compaction = null;
  }

  noteRetry({ attempt, max, delayMs, status, error }: Retrying): void {
    const facts = { attempt, max, retryAtMs: this.#buffer.at + delayMs, status, error, over: false };
    this.#retry = this.#retry ? this.#update(this.#retry, facts) : this.#buffer.addNote({ what: 'retry', ...facts });
  }

  /** The API answered, or the CLI gave up. */
  endRetry(): void {
    if (this.#retry) this.#update(this.#retry, { over: true });
    this.#retry = null;
  }

  noteRateLimit({ status, limit, resetsAtMs, utilization }: RateLimit): void {
    if (status === this.#rateLimit) return;
    this.#rateLimit = status;
    if (status !== 'allowed') this.#buffer.addNote({ what: 'rate-limit', status, limit, resetsAtMs, utilization });
  }

  noteApiError(error: string, text: string): void {
    this.#apiError = this.#buffer.addNote({ what: 'api-error', error, text, status: null });
  }

  /** Ends a turn. Returns its text, unless a note about an API error has said the same. */
  endTurn({ text, apiErrorStatus }: TurnEnded): string | null {
    const noted = this.#apiError && this.#update(this.#apiError, { status: apiErrorStatus });
    this.#apiError = null;
    return noted?.note.text === text ? null : text;
  }

  endRun(): void {
    if (this.#compaction?.note.state === 'running') this.noteCompaction('failed');
    this.#compaction = null;
    this.#apiError = null;
    this.#signIn = null;
    this.#letIn = null;
    this.endRetry();
  }

  #update<N extends Note>(item: NoteItem & { readonly note: N }, facts: Partial<N>): NoteItem & { note: N } {
    return this.#buffer.put({ ...item, note: { ...item.note, ...facts } });
  }
}
