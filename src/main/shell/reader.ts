import {
  type Command,
  type CommandNode,
  type Coproc,
  forEachChild,
  type PipelineNode,
  parse,
  type Redirection,
  type Script,
  type Statement,
  type SyntaxNode,
  type Word,
} from 'unbash';
import { disowns, doubtIn, hasHereDoc, hidesInText, incomplete, isBalanced, isOneLine, isWholeCommand, runsLater } from './doubts';
import { assignedCommands, innerCommands, isHarmlessWrapper } from './inner-commands';
import { isShell, programOf } from './program-name';
import type { Inner } from './programs/inner';
import { readsItsInput } from './reads-input';
import { reservedWords } from './reserved-words';
import type { Places, ShellReading, SimpleCommand } from './simple-command';
import { isInput, sourced } from './standard-input';
import {
  assignmentWord,
  descriptorVariable,
  type ShellAssignment,
  type ShellWord,
  shellAssignment,
  shellRedirect,
  shellWord,
} from './words';
import { eitherPlaces, mayMove, placesAfter } from './working-places';

interface CommandContext {
  readonly piped: boolean;
  readonly fedBy: readonly string[];
  readonly background: boolean;
  readonly places: Places;
  readonly depth: number;
  /** The text that the nodes' positions refer to. */
  readonly source: string;
}

/** Reading must never hold up other sessions. The parser's time grows with the length times the number of openers. */
const most = {
  length: 30_000,
  innerLength: 8_000,
  openers: 150,
  product: 600_000,
  commands: 200,
  words: 800,
  depth: 6,
};
const openers = /[{`]|[$<>(]\(|\$\[|\[\[|<</g;
/** Control, direction and invisible characters: with them, the text that is shown is not the text that runs. */
const hidden = /(?![\t\n\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** The shell joins lines before it splits words: `"$\⏎(rm x)"` runs rm, but the parser sees text. After a blank it makes no difference. */
const brokenToken = /[^ \t]\\\n|\\$/;

/** Reads a command line into its simple commands. Any doubt is reported as trouble. */
export function readShell(source: string): ShellReading {
  return reading((reader) => reader.read(source, { piped: false, fedBy: [], background: false, places: ['.'], depth: 0, source }));
}

/** Reads words that a command passes to another program to run. */
export function readWords(words: readonly ShellWord[], from: SimpleCommand): ShellReading {
  return reading((reader) => reader.words(words, from));
}

function reading(read: (reader: ShellReader) => void): ShellReading {
  const reader = new ShellReader();
  try {
    read(reader);
  } catch (error) {
    // Deep nesting overflows the stack, in the parser or here.
    if (!(error instanceof RangeError)) throw error;
    reader.trouble ??= 'It is nested too deeply.';
  }
  return { commands: reader.commands, trouble: reader.trouble, innerLines: reader.innerLines };
}

class ShellReader {
  commands: SimpleCommand[] = [];
  trouble: string | null = null;
  readonly innerLines: string[] = [];
  #words = 0;
  #moves = false;
  #functions = false;
  /** The line has a here-document or a here-string. */
  #texts = false;
  /** A shell runs its input, and the input is given somewhere else in the line. */
  #runsInput = false;

  read(source: string, context: CommandContext): Places {
    const count =
      source.length > (context.depth > 0 ? most.innerLength : most.length)
        ? Number.POSITIVE_INFINITY
        : (source.match(openers)?.length ?? 0);
    if (count > most.openers || count * source.length > most.product || context.depth > most.depth) {
      this.trouble ??= 'It is too long or too deeply nested to be read.';
      return null;
    }
    if (hidden.test(source)) this.trouble ??= 'It has characters that can’t be seen.';
    if (brokenToken.test(source)) this.trouble ??= 'It breaks a line inside a word.';
    const places = this.#script(parse(source), { ...context, source });
    // A shell may get the text from far away: `{ sh; } <<< 'rm x'`, `exec <<< 'rm x'; sh`.
    if (this.#texts && this.#runsInput) this.trouble ??= 'It gives a shell something to run in a way that is not followed.';
    // A function that moves also moves every caller.
    if (this.#functions && this.#moves) this.commands = this.commands.map((command) => ({ ...command, places: null }));
    return places;
  }

  words(words: readonly ShellWord[], { redirects, piped, fedBy, background, places }: SimpleCommand): void {
    this.#inner(
      { kind: 'words', words, assignments: [], moves: false },
      { redirects, piped, fedBy, background, places, depth: 1, source: '' },
    );
  }

  #script(script: Script & { readonly errors?: readonly unknown[] | undefined }, context: CommandContext): Places {
    if (script.errors && script.errors.length > 0) this.trouble ??= incomplete;
    return this.#list(script.commands, { ...context, source: script.source ?? context.source });
  }

  #list(statements: readonly Statement[], context: CommandContext): Places {
    let places = context.places;
    for (const statement of statements) {
      const { command, background } = statement;
      if (disowns(context.source, statement)) this.trouble ??= incomplete;
      const here = { ...context, places, background: context.background || background === true };
      const after = this.#node(command, here);
      // The next command runs even if a cd failed.
      if (!background) places = eitherPlaces(places, after);
    }
    return places;
  }

  /** Reads a node and returns where the shell is after it succeeded. */
  #node(node: PipelineNode | Statement['command'] | Coproc['body'], context: CommandContext): Places {
    switch (node.type) {
      case 'Command':
        return this.#command(node, context);
      case 'AndOr':
        return this.#andOr(node.commands, node.operators, context);
      case 'Pipeline':
        return this.#pipeline(
          node.commands,
          node.prefixes.some(({ type }) => type === 'Negation'),
          context,
        );
      case 'CompoundList':
        return this.#list(node.commands, context);
      case 'BraceGroup':
        return this.#list(node.body.commands, context);
      case 'Subshell':
        this.#list(node.body.commands, context);
        return context.places;
      case 'Redirected': {
        if (node.redirects.some(hidesInText)) this.trouble ??= 'It hides commands in a here-document.';
        const fedBy = [...context.fedBy, ...node.redirects.flatMap((redirect) => this.#substitutions(redirect, context))];
        this.#emitNamed('{', { ...context, fedBy }, node.redirects);
        return this.#node(node.command, { ...context, fedBy });
      }
      case 'If': {
        const tested = this.#list(node.clause.commands, context);
        const branches = [node.then, ...node.elif.flatMap(({ clause, then }) => [clause, then]), ...(node.else ? [node.else] : [])];
        return branches.reduce((places, branch) => eitherPlaces(places, this.#list(branch.commands, { ...context, places })), tested);
      }
      case 'Case':
        // Its words can set variables, even PATH: `case $((PATH=0)) in …`.
        this.#emitNamed('case', { ...context, fedBy: this.#substitutions(node.word, context) });
        return node.items.reduce((places, { pattern, body }) => {
          for (const word of pattern) this.#substitutions(word, context);
          return eitherPlaces(places, this.#list(body.commands, { ...context, places }));
        }, context.places);
      case 'For':
      case 'Select':
        for (const word of node.wordlist ?? []) this.#substitutions(word, context);
        if (runsLater.test(node.name.value)) this.trouble ??= 'It sets a variable that bash runs later.';
        this.#emitNamed('for', context, [], loopValues(node.name.value, node.wordlist ?? []));
        return this.#loop(context, (here) => this.#list(node.body.commands, here));
      case 'While':
        return this.#loop(context, (here) => this.#list(node.body.commands, { ...here, places: this.#list(node.clause.commands, here) }));
      case 'ArithmeticFor':
        if (!isBalanced(context.source.slice(node.pos, node.body.pos))) this.trouble ??= incomplete;
        for (const part of [node.initialize, node.test, node.update]) if (part) this.#substitutions(part, context);
        this.#emitNamed('((', context);
        return this.#loop(context, (here) => this.#list(node.body.commands, here));
      case 'Function':
        this.#functions = true;
        if (node.name.value === 'cat') this.trouble ??= renamed;
        // From here on a name may mean something else, and a recursive function may never end.
        this.#emitNamed('function', context);
        this.#node(node.body, context);
        return context.places;
      case 'Coproc':
        if (node.name) this.#substitutions(node.name, context);
        this.#node(node.body, { ...context, background: true });
        return context.places;
      case 'TestCommand':
      case 'ArithmeticCommand':
        this.#emitNamed(node.type === 'TestCommand' ? '[[' : '((', { ...context, fedBy: this.#substitutions(node, context) });
        return context.places;
    }
  }

  #andOr(commands: readonly PipelineNode[], operators: readonly ('&&' | '||')[], context: CommandContext): Places {
    // Every place so far: the command after `||` runs where the failed command left the shell.
    let passed = context.places;
    return commands.reduce<Places>((places, command, index) => {
      const onSuccess = index === 0 || operators[index - 1] === '&&';
      const after = this.#node(command, { ...context, places: onSuccess ? places : eitherPlaces(passed, places) });
      const now = onSuccess ? after : eitherPlaces(places, after);
      passed = eitherPlaces(passed, now);
      return now;
    }, context.places);
  }

  #pipeline(commands: readonly CommandNode[], negated: boolean, context: CommandContext): Places {
    let fedBy = context.fedBy;
    let places = context.places;
    for (const [index, command] of commands.entries()) {
      const first = this.commands.length;
      places = this.#node(command, { ...context, fedBy, piped: context.piped || index > 0 });
      fedBy = [...fedBy, ...this.#programsSince(first)];
    }
    // zsh runs the last part of a pipeline in the shell itself. `! cd a && b` runs b if cd failed, so in the old place.
    return negated || commands.length > 1 ? eitherPlaces(context.places, places) : places;
  }

  /** Reads the body of a loop. Its second round starts where the first one ended. */
  #loop(context: CommandContext, body: (context: CommandContext) => Places): Places {
    const first = this.commands.length;
    const after = body(context);
    if (after === context.places) return after;
    this.commands = this.commands.map((command, index) => (index < first ? command : { ...command, places: null }));
    return null;
  }

  #command(node: Command, context: CommandContext): Places {
    if (!isWholeCommand(node, context.source)) this.trouble ??= incomplete;
    const fedBy = [...context.fedBy];
    forEachChild(node, (child) => {
      fedBy.push(...this.#substitutions(child, context));
    });
    const args = node.args.map((arg) => (arg.type === 'Word' ? shellWord(arg) : assignmentWord(arg)));
    const words = node.name ? [shellWord(node.name), ...args] : [];
    if (words.some(({ literal }) => /^(read|mapfile|readarray)$/.test(literal ?? '')) && node.redirects.some(hidesInText))
      this.trouble ??= 'It hides commands in a here-document.';
    return this.#emit({
      ...context,
      fedBy,
      words,
      redirects: node.redirects.map(shellRedirect),
      assignments: [
        ...node.prefix.flatMap((child) => (child.type === 'Assignment' ? [shellAssignment(child)] : [])),
        ...node.redirects.flatMap(descriptorVariable),
      ],
    });
  }

  #emitNamed(
    name: string,
    context: CommandContext,
    redirects: readonly Redirection[] = [],
    assignments: readonly ShellAssignment[] = redirects.flatMap(descriptorVariable),
  ): void {
    this.#emit({ ...context, words: [{ literal: name, raw: name }], redirects: redirects.map(shellRedirect), assignments }, true);
  }

  /** Adds a command and the commands that it starts. */
  #emit(parts: CommandContext & Pick<SimpleCommand, 'words' | 'redirects' | 'assignments'>, isSyntax = false): Places {
    const { source: _, ...command } = parts;
    const { depth } = command;
    this.#words += command.words.length + 1;
    if (this.commands.length >= most.commands || this.#words > most.words) {
      this.trouble ??= 'It is too long to be read.';
      return null;
    }
    const texts = command.redirects.some(({ kind }) => kind === 'text');
    this.#texts ||= texts;
    this.#runsInput ||= !texts && runsInput(command.words);
    if (renamesCat(command.words)) this.trouble ??= renamed;
    const name = command.words[0]?.literal ?? '';
    // The parser takes syntax behind a redirection for a program: `2>&1 { rm x }` is a group in zsh.
    if (!isSyntax && reservedWords.has(name)) this.trouble ??= incomplete;
    const harmlessWrapper = isSyntax ? name === '{' : isHarmlessWrapper(command.words);
    this.commands.push({ ...command, harmlessWrapper });
    this.#moves ||= mayMove(command.words);
    let after = placesAfter(command);
    for (const inner of assignedCommands(command)) this.#inner(inner, { ...parts, depth: depth + 1 });
    for (const inner of innerCommands(command)) {
      const moved = this.#inner(inner, { ...parts, depth: depth + 1 });
      // `command cd ..` moves the shell in bash, but runs a program named cd in zsh.
      if (moved !== after && /^(builtin|command|noglob|nocorrect|exec|-)$/.test(name)) after = name === 'builtin' ? moved : null;
    }
    return after;
  }

  #inner(inner: Inner, context: CommandContext & Pick<SimpleCommand, 'redirects'>): Places {
    if (context.depth > most.depth) {
      this.trouble ??= 'It is nested too deeply.';
      return null;
    }
    if (inner.kind === 'script') {
      this.innerLines.push(inner.source);
      return this.read(inner.source, context);
    }
    const places = inner.moves ? null : context.places;
    // The started command gets the wrapper's input: `env sh <<< 'rm x'`.
    const redirects = context.redirects.filter(({ kind }) => kind === 'text');
    return this.#emit({ ...context, words: inner.words, assignments: inner.assignments, redirects, places });
  }

  /** Reads the commands in the substitutions of a node, and returns their programs. */
  #substitutions(node: SyntaxNode, context: CommandContext): string[] {
    const first = this.commands.length;
    const visit = (child: SyntaxNode, piped: boolean, parent?: SyntaxNode): void => {
      if (child.type === 'Script') {
        if (hasHereDoc(child) && !isOneLine(child)) this.trouble ??= 'It has more commands beside a here-document in a substitution.';
        this.#script(child, { ...context, piped: context.piped || piped });
        return;
      }
      this.trouble ??= doubtIn(child, parent);
      const outward = child.type === 'ProcessSubstitution' && child.operator === '>';
      forEachChild(child, (grandchild) => visit(grandchild, outward, child));
    };
    visit(node, false);
    return this.#programsSince(first);
  }

  #programsSince(first: number): string[] {
    return this.commands.slice(first).flatMap(({ words }) => programOf(words) ?? []);
  }
}

/** The output of `cat` is treated as known text, so the name must really mean cat. */
const renamed = 'It gives the name cat another meaning.';

/** Whether it is `alias cat=…`, or an alias whose name is known only at run time. */
function renamesCat(words: readonly ShellWord[]): boolean {
  if (programOf(words) !== 'alias') return false;
  return words.slice(1).some(({ literal, raw }) => /^cat=/.test(literal ?? raw) || (literal === null && !/^[\w.-]+=/.test(raw)));
}

/** The values that a loop gives to its variable. */
function loopValues(name: string, words: readonly Word[]): ShellAssignment[] {
  const values = words.map((word) => ({ name, value: shellWord(word).literal, raw: shellWord(word).raw }));
  return values.length > 0 ? values : [{ name, value: null, raw: '' }];
}

/** Whether a shell runs its standard input. */
function runsInput(words: readonly ShellWord[]): boolean {
  const program = programOf(words);
  if (program === '.' || program === 'source') return isInput(sourced(words));
  return isShell(program) && readsItsInput(words);
}
