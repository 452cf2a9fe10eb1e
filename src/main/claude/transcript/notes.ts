import type { z } from 'zod';
import type { Note, NoteItem } from '../../../shared/transcript';
import type { RateLimitLine, ResultLine, SystemLine } from './cli-lines';
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
  #retry: NoteOf<'retry'> | null = null;
  #compaction: NoteOf<'compaction'> | null = null;
  #apiError: NoteOf<'api-error'> | null = null;

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
  }

  mode(mode: string | null | undefined): void {
    if (!mode || mode === this.#mode) return;
    // The first word on it is no change.
    if (this.#mode !== null) this.#sheet.note({ what: 'mode', mode, before: this.#mode });
    this.#mode = mode;
  }

  model(model: string | null | undefined): void {
    if (!model || model === this.#model) return;
    // Asked to change the model, the CLI answers in words of its own, naming it.
    if (this.#model !== null && !this.#lastOutput.includes(model)) this.#sheet.note({ what: 'model', model, before: this.#model });
    this.#model = model;
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

  retry(line: SystemLine): void {
    const facts = {
      attempt: line.attempt ?? 1,
      max: line.max_retries ?? 0,
      retryAtMs: this.#sheet.at + (line.retry_delay_ms ?? 0),
      status: line.error_status ?? null,
      error: line.error ?? 'unknown',
      over: false,
    };
    this.#retry = this.#retry ? this.#revise(this.#retry, facts) : this.#sheet.note({ what: 'retry', ...facts });
  }

  /** The CLI got through, or gave up. */
  endRetry(): void {
    if (this.#retry) this.#revise(this.#retry, { over: true });
    this.#retry = null;
  }

  rateLimit({ rate_limit_info: info }: z.infer<typeof RateLimitLine>): void {
    if (info.status === this.#rateLimit) return;
    this.#rateLimit = info.status;
    if (info.status === 'allowed') return;
    this.#sheet.note({
      what: 'rate-limit',
      status: info.status,
      limit: info.rateLimitType ?? null,
      resetsAtMs: info.resetsAt ? info.resetsAt * 1_000 : null,
      utilization: info.utilization ?? null,
    });
  }

  apiError(error: string, text: string): void {
    this.#apiError = this.#sheet.note({ what: 'api-error', error, text, status: null });
  }

  /** Ends a turn: what there is to say of its failure, unless the note about it has said so already. */
  failure({ result, errors, api_error_status }: z.infer<typeof ResultLine>): string | null {
    const noted = this.#apiError && this.#revise(this.#apiError, { status: api_error_status ?? null });
    this.#apiError = null;
    if (noted?.note.text === result) return null;
    // Diagnostics of the CLI's own, not for people.
    const reasons = errors?.filter((error) => !error.startsWith('[ede_diagnostic]')) ?? [];
    return result || reasons.join('\n') || null;
  }

  endRun(): void {
    if (this.#compaction?.note.state === 'running') this.compaction('failed');
    this.#compaction = null;
    this.#apiError = null;
    this.endRetry();
  }

  #revise<N extends Note>(item: NoteItem & { readonly note: N }, facts: Partial<N>): NoteItem & { note: N } {
    return this.#sheet.put({ ...item, note: { ...item.note, ...facts } });
  }
}
