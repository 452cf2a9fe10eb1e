import type { SessionId } from '../../shared/ids';
import type { Note, TranscriptChange } from '../../shared/transcript';
import { TranscriptBuilder } from '../claude/transcript/builder';
import { toChange } from '../claude/transcript/preview';
import { finalizeItem } from './finalize-item';
import type { SessionDependencies } from './session-dependencies';

/** How many items a new builder knows of: calls from before a restart still find their results. */
const remembered = 200;

/** The transcript of one session: whatever changes goes to the ledger, then to whoever watches. */
export class SessionTranscript {
  readonly #id: SessionId;
  readonly #deps: Pick<SessionDependencies, 'ledger' | 'now' | 'transcript'>;
  #builder: TranscriptBuilder | null = null;
  /** What there is to say as soon as it is opened. */
  readonly #first: Note[] = [];

  constructor(id: SessionId, deps: Pick<SessionDependencies, 'ledger' | 'now' | 'transcript'>) {
    this.#id = id;
    this.#deps = deps;
  }

  get length(): number {
    return this.#builder?.length ?? this.#deps.ledger.count(this.#id);
  }

  /** Returns what changed. */
  write(change: (builder: TranscriptBuilder) => readonly TranscriptChange[]): readonly TranscriptChange[] {
    const builder = this.#open();
    const changes = change(builder);
    if (changes.length > 0) {
      this.#deps.ledger.write(this.#id, changes);
      this.#deps.transcript(this.#id, changes, builder.length);
    }
    return changes;
  }

  /** A call's input as Claude said it; null when the call is not known. */
  inputOf(toolUseId: string): Readonly<Record<string, unknown>> | null {
    return this.#open().inputOf(toolUseId);
  }

  note(note: Note): void {
    this.write((builder) => builder.addNote(note));
  }

  /** Said when the transcript is next shown or written to: many sessions come back from disk, and few are looked at. */
  noteWhenOpened(note: Note): void {
    this.#first.push(note);
  }

  /** After it nothing in the ledger seems to go on that an earlier life of the app did not see end. */
  rest(): void {
    this.#open();
  }

  /** Not before it is needed: many sessions come back from disk, and few are looked at. */
  #open(): TranscriptBuilder {
    if (this.#builder) return this.#builder;
    const { ledger, now } = this.#deps;
    const found = ledger.fullPage(this.#id, { limit: remembered });
    const recent = found.map(finalizeItem);
    ledger.write(this.#id, recent.filter((item, i) => item !== found[i]).map(toChange));
    this.#builder = new TranscriptBuilder({ nextIndex: ledger.count(this.#id), recent, now });
    for (const note of this.#first.splice(0)) this.note(note);
    return this.#builder;
  }
}
