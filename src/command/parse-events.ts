/** Reads server-sent events from text that arrives in pieces. */
export class EventParser {
  /** The id of the last event that arrived whole. */
  lastEventId: string | null;
  #text = '';

  constructor(lastEventId: string | null) {
    this.lastEventId = lastEventId;
  }

  read(text: string): { readonly name: string; readonly json: string }[] {
    const blocks = (this.#text + text).split('\n\n');
    this.#text = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]));
      this.lastEventId = fields.get('id') ?? this.lastEventId;
      const [name, json] = [fields.get('event'), fields.get('data')];
      return name === undefined || json === undefined ? [] : [{ name, json }];
    });
  }
}
