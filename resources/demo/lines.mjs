/** Cuts bytes into lines. Works on bytes, so that no character is cut in two and no other separator counts. */
export class Lines {
  /** @type {Buffer[]} */
  #parts = [];

  /** @param {Buffer} chunk @param {(line: string) => void} onLine */
  push(chunk, onLine) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      this.#parts.push(chunk.subarray(start, end));
      const line = Buffer.concat(this.#parts).toString('utf8');
      this.#parts = [];
      start = end + 1;
      onLine(line);
    }
    if (start < chunk.length) this.#parts.push(chunk.subarray(start));
  }
}
