import { reservedWords } from './reserved-words';

/**
 * A reader for the small part of shell syntax that bash and zsh, with whatever options people set, read in the same way:
 * plain words, quotes without expansion, `|`, `&&`, `||`, `;`, new lines, and redirections that write no file. A command may run
 * unasked only if this reader accepts its line. It reads left to right, decides by the next character, and gives up at the first
 * character that it does not know.
 */

/** What a word may hold besides plain text. */
type WordKind =
  | 'plain'
  /** `HEAD~1`, `main^`, `stash@{0}`: zsh may read `~` and `^` as a file name pattern, so only git may be given one. */
  | 'revision'
  /** `--include=*.ts` without quotes: whatever files exist, every word that the shell expands it to is still this flag. */
  | 'flag pattern'
  /** `src/*.ts`, `{a,b}.js`: the names depend on the files that exist when it runs. */
  | 'file pattern'
  /** `$?` inside a text: a number that is known only when it runs. */
  | 'exit status';

export interface PlainWord {
  /** The text that the program gets; values and patterns stay as written. */
  readonly text: string;
  readonly kind: WordKind;
}

interface PlainRedirect {
  readonly kind: 'read' | 'overwrite' | 'append' | 'duplicate' | 'text';
  readonly target: string;
}

export interface PlainCommand {
  readonly assignments: readonly { readonly name: string; readonly value: string }[];
  readonly words: readonly PlainWord[];
  readonly redirects: readonly PlainRedirect[];
  readonly piped: boolean;
  readonly background: boolean;
}

const most = { length: 10_000, commands: 100, words: 1_000 };

/** A backslash after a blank continues the line. */
const blanks = /(?:[ \t]|(?<=[ \t])\\\n)*/y;
/** A whole line may be a comment. Its characters are harmless even in a shell that would not treat it as a comment. */
const blankLines = /(?:[ \t\n]|(?<=[ \t])\\\n|(?<=^|\n)#[ \t][\w \t.,:/@%+=-]*\n)*/y;
const timed = /time[ \t]+(?!-)/y;
const inBackground = /&[ \t\n]*$/y;
const operator = /\|\|?(?![|&])|&&(?![&|])|;(?![;&|])|\n/y;
/** A redirection must be followed by a blank, an operator or the end. */
const end = String.raw`(?=[ \t\n;|]|$)`;
const toDescriptor = new RegExp(`[12]?>&([12])${end}`, 'y');
const toNothing = new RegExp(String.raw`(?:&|[12])?(>>?)[ \t]*/dev/null${end}`, 'y');
/** The file's name must not start with a digit: in zsh `<1-5>` is a pattern. */
const fromFile = /<[ \t]*(?=[A-Za-z_./'"])/y;
const assignment = /([A-Za-z_]\w*)=/y;

const bare = /(?:[\w./,:%+-]|@(?!\{))+/y;
/** In zsh an `=` at the start of a word, or after `=` or `:`, can expand to a program's path. */
const innerEquals = /(?<=[\w-])=(?![=~])/y;
const revisionMark = /(?<=[\w)}])[~^]+\d*(?=[ \t\n;|.:~^]|$)|(?<=[\w./-])@\{[\du]\}/y;
const exitStatus = /\$\?|\$\{PIPESTATUS\[\d\]\}/y;
const escaped = /\\([ ()!;|*?$"'&<>{}[\].#~^`\\])/y;
/** No quote may follow directly: with an option of zsh, `'a''b'` contains a quote. */
const singleQuoted = /'([^']*)'(?!')/y;
const doubleQuotedText = /[^"$`\\]+/y;
const doubleQuotedEscape = /\\([^\n])/y;
const flagPattern = /--(?:include|exclude|exclude-dir|glob|iglob)=[\w.*?-]+(?=[ \t\n;|]|$)/y;
/** Only `*`, `?` and lists in braces, with no quotes. It must not start like a flag, and `**` differs between shells. */
const filePattern = /(?!-)(?=[^ \t\n;|]*[*?{])(?!\S*\*\*)(?:[\w./,:%+*?-]|\{[\w.*?/-]+(?:,[\w.*?/-]+)+\})+(?=[ \t\n;|]|$)/y;
/** These characters are plain when they stand alone: `find . ! -name x`, `[ -f a ]`. */
const loneMark = /[![\]](?=[ \t\n;|]|$)/y;

/**
 * `"$(cat <<'EOF' …)"`, which agents use for long texts. The text has no quotes, brackets or backslashes, because older shells
 * count them to find the end of the substitution.
 */
const shownText = /\$\(cat <<'([A-Z]{1,12})'\n([^'"`()$\\]*?)\n\1\n[ \t]*\)(?=")/y;

/** Words that may not be a program's name. Beside syntax these are words that some shells treat as modifiers of a command. */
const refusedNames: ReadonlySet<string> = new Set([...reservedWords, 'repeat', 'nocorrect', 'noglob', 'time', '-', ']']);

/** The commands of a line, or null if it has anything that the small grammar does not know. */
export function readPlainLine(source: string): readonly PlainCommand[] | null {
  if (source.length > most.length) return null;
  return new PlainLineReader(source).read();
}

class PlainLineReader {
  readonly #source: string;
  readonly #commands: PlainCommand[] = [];
  #at = 0;
  #words = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): readonly PlainCommand[] | null {
    let joined = '';
    let pipeline = true;
    this.#take(blankLines);
    for (;;) {
      if (joined !== '|') this.#take(timed);
      if (!this.#command(joined === '|') || this.#commands.length > most.commands) return null;
      this.#take(blanks);
      if (this.#isAtEnd()) return this.#commands;
      if (pipeline && this.#take(inBackground)) return this.#commands.map((command) => ({ ...command, background: true }));
      joined = this.#take(operator)?.[0] ?? '';
      if (joined === '') return null;
      this.#take(blankLines);
      // Only `;` and a new line may end the whole line.
      if (this.#isAtEnd()) return joined === ';' || joined === '\n' ? this.#commands : null;
      pipeline &&= joined === '|';
    }
  }

  #command(piped: boolean): boolean {
    const assignments: PlainCommand['assignments'][number][] = [];
    for (let name = this.#take(assignment)?.[1]; name !== undefined; name = this.#take(assignment)?.[1]) {
      const value = this.#isAtWordEnd() ? { text: '', kind: 'plain' } : this.#word();
      if (value?.kind !== 'plain') return false;
      assignments.push({ name, value: value.text });
      this.#take(blanks);
    }
    const start = this.#at;
    const program = this.#word();
    // In zsh a redirection before a command changes how the rest is read.
    if (!program || program.text === '' || refusedNames.has(this.#source.slice(start, this.#at))) return false;
    if (program.kind !== 'plain') return false;
    const words: PlainWord[] = [program];
    const redirects: PlainRedirect[] = [];
    for (;;) {
      const blank = this.#take(blanks)?.[0];
      const redirect = blank ? this.#redirect() : undefined;
      if (redirect === null) return false;
      if (redirect) {
        redirects.push(redirect);
        continue;
      }
      if (this.#isAtWordEnd()) break;
      const word = blank ? this.#word(piped) : null;
      if (!word || !mayBeGivenTo(program.text, word)) return false;
      words.push(word);
      this.#words += 1;
      if (this.#words > most.words) return false;
    }
    this.#commands.push({ assignments, words, redirects, piped, background: false });
    return true;
  }

  /** Undefined if there is no redirection here, null if there is one that may do harm. */
  #redirect(): PlainRedirect | null | undefined {
    const descriptor = this.#take(toDescriptor)?.[1];
    if (descriptor !== undefined) return { kind: 'duplicate', target: descriptor };
    const arrows = this.#take(toNothing)?.[1];
    if (arrows !== undefined) return { kind: arrows === '>' ? 'overwrite' : 'append', target: '/dev/null' };
    if (this.#take(fromFile)) {
      const word = this.#word();
      return word?.kind === 'plain' ? { kind: 'read', target: word.text } : null;
    }
    return undefined;
  }

  /** `piped` is given where the word may be a here-document text, which adds a `cat` command of its own. */
  #word(piped?: boolean): PlainWord | null {
    const pattern = this.#take(flagPattern)?.[0];
    if (pattern !== undefined) return { text: pattern, kind: /[*?]/.test(pattern) ? 'flag pattern' : 'plain' };
    const files = this.#take(filePattern)?.[0];
    if (files !== undefined) return { text: files, kind: 'file pattern' };
    const mark = this.#take(loneMark)?.[0];
    if (mark !== undefined) return { text: mark, kind: 'plain' };
    let text = '';
    let kind: WordKind = 'plain';
    const start = this.#at;
    while (!this.#isAtWordEnd()) {
      const plain = this.#take(bare)?.[0] ?? this.#take(innerEquals)?.[0] ?? this.#take(escaped)?.[1] ?? this.#take(singleQuoted)?.[1];
      if (plain !== undefined) {
        text += plain;
        continue;
      }
      const revision = this.#at > start ? this.#take(revisionMark)?.[0] : undefined;
      const status = revision === undefined ? this.#take(exitStatus)?.[0] : undefined;
      if (revision !== undefined || status !== undefined) {
        if (kind !== 'plain' && kind !== (revision === undefined ? 'exit status' : 'revision')) return null;
        kind = revision === undefined ? 'exit status' : 'revision';
        text += revision ?? status ?? '';
        continue;
      }
      const quoted = this.#doubleQuoted(piped);
      if (!quoted || (quoted.kind !== 'plain' && kind === 'revision')) return null;
      if (quoted.kind !== 'plain') kind = quoted.kind;
      text += quoted.text;
    }
    // A file name pattern must not expand to flags.
    if (this.#at === start || (kind === 'revision' && text.startsWith('-'))) return null;
    return { text, kind };
  }

  #doubleQuoted(piped: boolean | undefined): PlainWord | null {
    if (!this.#takeText('"')) return null;
    const shown = piped === undefined ? null : this.#take(shownText);
    if (shown) return this.#shownText(shown[2] ?? '', piped === true);
    let text = '';
    let kind: WordKind = 'plain';
    while (!this.#takeText('"')) {
      const plain = this.#take(doubleQuotedText)?.[0];
      const character = plain === undefined ? this.#take(doubleQuotedEscape)?.[1] : undefined;
      const status = plain === undefined && character === undefined ? this.#take(exitStatus)?.[0] : undefined;
      if (plain === undefined && character === undefined && status === undefined) return null;
      if (status !== undefined) kind = 'exit status';
      // Before any other character the backslash stays.
      text += plain ?? status ?? (/["$`\\]/.test(character ?? '') ? character : `\\${character}`);
    }
    return { text, kind };
  }

  #shownText(written: string, piped: boolean): PlainWord | null {
    const text = written.replace(/\n+$/, '');
    if (!this.#takeText('"') || !this.#isAtWordEnd()) return null;
    const cat: PlainWord = { text: 'cat', kind: 'plain' };
    const redirects: PlainRedirect[] = [{ kind: 'text', target: `${written}\n` }];
    this.#commands.push({ assignments: [], words: [cat], redirects, piped, background: false });
    return { text, kind: 'plain' };
  }

  #isAtEnd(): boolean {
    return this.#at >= this.#source.length;
  }

  #isAtWordEnd(): boolean {
    return this.#isAtEnd() || /[ \t\n;|&]/.test(this.#source.charAt(this.#at));
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (match) this.#at = pattern.lastIndex;
    return match;
  }

  #takeText(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }
}

function mayBeGivenTo(program: string, { kind }: PlainWord): boolean {
  if (kind === 'revision') return program === 'git';
  return kind !== 'exit status' || program === 'echo';
}
