import type { CliTrouble, Note, NoteItem } from '../../../shared/transcript';
import type { RateLimit, Retrying, TurnEnded } from '../events';
import type { Sheet } from './sheet';

type NoteOf<W extends Note['what']> = NoteItem & { readonly note: Extract<Note, { what: W }> };
type CompactionFacts = Partial<NoteOf<'compaction'>['note']>;

/** The CLI's stand-ins for an answer with nothing in it. */
const fillers: ReadonlySet<string> = new Set(['(no content)', 'No response requested.']);

/** What happens to the conversation: each fact is noted when it changes, and a note goes on being revised while it lasts. */
export class Notes {
  readonly #sheet: Sheet;
  #mode: string | null = null;
  #model: string | null = null;
  #rateLimit = 'allowed';
  #lastOutput = '';
  #signIn: NoteOf<'cli-trouble'> | null = null;
  #retry: NoteOf<'retry'> | null = null;
  #compaction: NoteOf<'compaction'> | null = null;
  #apiError: NoteOf<'api-error'> | null = null;

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
  }

  mode(mode: string | null): void {
    if (!mode || mode === this.#mode) return;
    // The first word on it is no change.
    if (this.#mode !== null) this.#sheet.note({ what: 'mode', mode, before: this.#mode });
    this.#mode = mode;
  }

  model(model: string | null): void {
    if (!model || model === this.#model) return;
    // Asked to change the model, the CLI answers in words of its own, naming it.
    if (this.#model !== null && !this.#lastOutput.includes(model)) this.#sheet.note({ what: 'model', model, before: this.#model });
    this.#model = model;
  }

  /** The CLI repeats a sign-in with each line it prints, so its note is revised until it failed or the run ended. */
  trouble(trouble: CliTrouble): void {
    if (trouble.kind !== 'sign-in') this.#sheet.note({ what: 'cli-trouble', trouble });
    else if (this.#signIn) this.#signIn = this.#revise(this.#signIn, { trouble });
    else this.#signIn = this.#sheet.note({ what: 'cli-trouble', trouble });
    if (trouble.kind === 'sign-in' && trouble.state === 'failed') this.#signIn = null;
  }

  output(text: string): void {
    if (text === '' || fillers.has(text)) return;
    this.#lastOutput = text;
    this.#sheet.note({ what: 'output', text });
  }

  compaction(state: 'running' | 'done' | 'failed', facts: CompactionFacts = {}): void {
    const empty = { what: 'compaction', trigger: null, tokensBefore: null, tokensAfter: null, text: null } as const;
    const known = this.#compaction?.note.state === 'running' ? this.#compaction : null;
    const item = known ? this.#revise(known, { ...facts, state }) : this.#sheet.note({ ...empty, ...facts, state });
    // A failed one is over; a finished one gets its summary from a line that follows.
    this.#compaction = state === 'failed' ? null : item;
  }

  summary(text: string): void {
    if (this.#compaction) this.#revise(this.#compaction, { text });
    this.#compaction = null;
  }

  retry({ attempt, max, delayMs, status, error }: Retrying): void {
    const facts = { attempt, max, retryAtMs: this.#sheet.at + delayMs, status, error, over: false };
    this.#retry = this.#retry ? this.#revise(this.#retry, facts) : this.#sheet.note({ what: 'retry', ...facts });
  }

  /** The CLI got through, or gave up. */
  endRetry(): void {
    if (this.#retry) this.#revise(this.#retry, { over: true });
    this.#retry = null;
  }

  rateLimit({ status, limit, resetsAtMs, utilization }: RateLimit): void {
    if (status === this.#rateLimit) return;
    this.#rateLimit = status;
    if (status !== 'allowed') this.#sheet.note({ what: 'rate-limit', status, limit, resetsAtMs, utilization });
  }

  apiError(error: string, text: string): void {
    this.#apiError = this.#sheet.note({ what: 'api-error', error, text, status: null });
  }

  /** Ends a turn: what there is to say of its failure, unless the note about it has said so already. */
  failure({ text, apiErrorStatus }: TurnEnded): string | null {
    const noted = this.#apiError && this.#revise(this.#apiError, { status: apiErrorStatus });
    this.#apiError = null;
    return noted?.note.text === text ? null : text;
  }

  endRun(): void {
    if (this.#compaction?.note.state === 'running') this.compaction('failed');
    this.#compaction = null;
    this.#apiError = null;
    this.#signIn = null;
    this.endRetry();
  }

  #revise<N extends Note>(item: NoteItem & { readonly note: N }, facts: Partial<N>): NoteItem & { note: N } {
    return this.#sheet.put({ ...item, note: { ...item.note, ...facts } });
  }
}
