/** The end of what a process printed, for a window that comes later. Its size is bounded. */
export class RecentOutput {
  readonly #limit: number;
  #pieces: string[] = [];
  #length = 0;
  #cut = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(data: string): void {
    this.#pieces.push(data);
    this.#length += data.length;
    // Not at every piece: moving the rest of a long list up costs more than a little room.
    if (this.#length > this.#limit * 2) this.#shorten();
  }

  get text(): string {
    this.#shorten();
    const [text = ''] = this.#pieces;
    if (!this.#cut) return text;
    // The first line is a part of one, and may begin inside an escape sequence.
    return text.slice(text.indexOf('\n') + 1);
  }

  #shorten(): void {
    const whole = this.#pieces.join('');
    this.#cut ||= whole.length > this.#limit;
    const kept = whole.slice(-this.#limit);
    this.#pieces = [kept];
    this.#length = kept.length;
  }
}
