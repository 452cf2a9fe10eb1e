import type { SessionId } from '../../shared/ids';
import type { Note, TranscriptChange } from '../../shared/transcript';
import { TranscriptBuilder } from '../claude/transcript/builder';
import { toChange } from '../claude/transcript/preview';
import { finalizeItem } from './finalize-item';
import type { SessionDependencies } from './session-dependencies';

/** How many earlier items a new builder gets, so that results find calls from before a restart. */
const remembered = 200;

/** The transcript of one session. Changes go to the ledger, then to whoever watches. */
export class SessionTranscript {
  readonly #id: SessionId;
  readonly #deps: Pick<SessionDependencies, 'ledger' | 'now' | 'transcript'>;
  #builder: TranscriptBuilder | null = null;
  /** Notes to add when the transcript is opened. */
  readonly #firstNotes: Note[] = [];

  constructor(id: SessionId, deps: Pick<SessionDependencies, 'ledger' | 'now' | 'transcript'>) {
    this.#id = id;
    this.#deps = deps;
  }

  get length(): number {
    return this.#builder?.length ?? this.#deps.ledger.count(this.#id);
  }

  /** Returns the changed items. */
  write(change: (builder: TranscriptBuilder) => readonly TranscriptChange[]): readonly TranscriptChange[] {
    const builder = this.#open();
    const changes = change(builder);
    if (changes.length > 0) {
      this.#deps.ledger.write(this.#id, changes);
      this.#deps.transcript(this.#id, changes, builder.length);
    }
    return changes;
  }

  /** A call's input as Claude wrote it; null if the call is unknown. */
  inputOf(toolUseId: string): Readonly<Record<string, unknown>> | null {
    return this.#open().inputOf(toolUseId);
  }

  /** The newest call of one of these tools that runs now; null if there is none. */
  runningCall(isMeant: (tool: string) => boolean): string | null {
    return this.#open().newestRunningCall(isMeant);
  }

  note(note: Note): void {
    this.write((builder) => builder.addNote(note));
  }

  /** Adds a note when the transcript is next shown or written to. */
  noteWhenOpened(note: Note): void {
    this.#firstNotes.push(note);
  }

  /** Marks items in the ledger as ended that were in progress when the app last ended. */
  finalize(): void {
    this.#open();
  }

  /** Opened only when needed: many sessions are loaded at the start, and few are looked at. */
  #open(): TranscriptBuilder {
    if (this.#builder) return this.#builder;
    const { ledger, now } = this.#deps;
    const found = ledger.fullPage(this.#id, { limit: remembered });
    const recent = found.map(finalizeItem);
    ledger.write(this.#id, recent.filter((item, i) => item !== found[i]).map(toChange));
    this.#builder = new TranscriptBuilder({ nextIndex: ledger.count(this.#id), recent, now });
    for (const note of this.#firstNotes.splice(0)) this.note(note);
    return this.#builder;
  }
}
