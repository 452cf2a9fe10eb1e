/** The words of a command, split into its flags with their values and the rest. */
export interface ReadWords {
  readonly given: ReadonlyMap<string, readonly string[]>;
  readonly operands: readonly string[];
  /** The flags after the first operand, which only some systems read as flags. */
  readonly late: ReadonlySet<string>;
}

interface Parsing {
  /** The program parses flags itself and accepts them anywhere, on every system. */
  readonly anywhere?: boolean;
}

/** The flags with which a program only reads. Any other flag is refused, and so is an abbreviated one (`--outp`). */
export class ReadOnlyFlags {
  readonly #short = new Map<string, 'none' | 'optional' | 'value'>();
  readonly #long = new Map<string, 'none' | 'optional' | 'value'>();

  readonly #anywhere: boolean;

  /**
   * The notation: `-lahR` lists short flags without a value, `-n=` takes one, `-n?` may have one joined; the same for `--all`,
   * `--lines=`, `--color?`.
   */
  constructor(flags: string, { anywhere = false }: Parsing = {}) {
    this.#anywhere = anywhere;
    for (const flag of flags.split(' ').filter(Boolean)) {
      const name = flag.replace(/[=?]$/, '');
      const takes = flag.endsWith('=') ? 'value' : flag.endsWith('?') ? 'optional' : 'none';
      if (name.startsWith('--')) this.#long.set(name, takes);
      else for (const letter of name.slice(1)) this.#short.set(letter, takes);
    }
  }

  /**
   * Splits words into flags with their values and the rest; null when a flag is not listed. BSD programs stop reading flags at
   * the first operand, GNU ones do not: every word after it also counts as an operand, so that both readings are checked.
   */
  read(words: readonly string[]): ReadWords | null {
    const given = new Map<string, string[]>();
    const operands: string[] = [];
    const late = new Set<string>();
    for (let index = 0; index < words.length; index += 1) {
      const word = words[index] ?? '';
      if (word === '--') {
        operands.push(...words.slice(index + 1));
        break;
      }
      if (!/^-./.test(word)) {
        operands.push(word);
        continue;
      }
      const found = word.startsWith('--') ? this.#readLong(word) : this.#readShort(word);
      if (!found) return null;
      const isLate = !this.#anywhere && operands.length > 0;
      if (isLate) operands.push(word);
      for (const flag of found.flags) {
        given.set(flag, given.get(flag) ?? []);
        if (isLate) late.add(flag);
      }
      const last = found.flags.at(-1);
      if (last === undefined || found.value === null) continue;
      const isNextWord = found.value === undefined;
      if (isNextWord) index += 1;
      const value = found.value ?? words[index];
      // If the program took no value here, this word would be a flag that nobody checked.
      if (value === undefined || (isNextWord && /^-(?!\d+$|$)/.test(value))) return null;
      if (isLate && isNextWord) operands.push(value);
      given.get(last)?.push(value);
    }
    return { given, operands, late };
  }

  /** Null: the flag has no value. Undefined: its value is the next word. */
  #readLong(word: string): { flags: string[]; value: string | null | undefined } | null {
    const equals = word.indexOf('=');
    const name = equals < 0 ? word : word.slice(0, equals);
    const takes = this.#long.get(name);
    if (takes === undefined || (takes === 'none' && equals >= 0)) return null;
    if (equals >= 0) return { flags: [name], value: word.slice(equals + 1) };
    return { flags: [name], value: takes === 'value' ? undefined : null };
  }

  #readShort(word: string): { flags: string[]; value: string | null | undefined } | null {
    // A count such as `-20`, for head, git log and grep.
    if (/^-\d+$/.test(word) && this.#short.has('#')) return { flags: [], value: null };
    const flags: string[] = [];
    for (let at = 1; at < word.length; at += 1) {
      const letter = word.charAt(at);
      const takes = this.#short.get(letter);
      if (takes === undefined) return null;
      flags.push(`-${letter}`);
      const rest = word.slice(at + 1);
      if (takes === 'value') return { flags, value: rest === '' ? undefined : rest };
      if (takes === 'optional') return { flags, value: rest === '' ? null : rest };
    }
    return { flags, value: null };
  }
}
