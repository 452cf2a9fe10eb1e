import { truncateStart } from '../../shared/truncate';

/** Keeps the latest output of a process, up to a limit, for a window that attaches later. */
export class RecentOutput {
  readonly #maxLength: number;
  #chunks: string[] = [];
  #length = 0;
  #truncated = false;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  add(data: string): void {
    this.#chunks.push(data);
    this.#length += data.length;
    // Joining and cutting for every chunk would be slow, so up to twice the limit is kept.
    if (this.#length > this.#maxLength * 2) this.#truncate();
  }

  get text(): string {
    this.#truncate();
    const [text = ''] = this.#chunks;
    if (!this.#truncated) return text;
    // Drop the first line: it is incomplete, and may start inside an escape sequence.
    return text.slice(text.indexOf('\n') + 1);
  }

  #truncate(): void {
    const whole = this.#chunks.join('');
    this.#truncated ||= whole.length > this.#maxLength;
    const kept = truncateStart(whole, this.#maxLength);
    this.#chunks = [kept];
    this.#length = kept.length;
  }
}
