import {
  type ArithmeticWord,
  type Command,
  forEachChild,
  type PipelineNode,
  type Redirection,
  type Script,
  type Statement,
  type SyntaxNode,
  type Word,
} from 'unbash';
import { textAsWritten } from './words';

// Where the parser and a real shell may read a line differently. Each case was found by comparing the two, and each is a mark.

const substitution = /\$\(|`/;
/** Bash runs or expands what they hold, at another time. */
export const runsLater = /\b(BASH_(ALIASES|CMDS|ENV)|BASH_FUNC_\w+|PS[0124]|PROMPT_COMMAND)\b/;

export const incomplete = 'It is not a complete shell command.';

const operators = /[<>()|&;]/;
const escapes = /\\[\s\S]/g;

/** Words that a shell reads as syntax. The parser takes them for programs behind a redirection: `2>&1 { rm x }` is a group in zsh. */
const reserved: ReadonlySet<string> = new Set(
  '{ } ! [[ ]] if then elif else fi case esac for foreach end select while until do done in function coproc'.split(' '),
);

/** Why a part of a line can't be trusted to be what the parser says; null when it can. */
export function doubtIn(node: SyntaxNode, parent?: SyntaxNode): string | null {
  // `[[ $x =~ ^(a|b)$ ]]` has them in a pattern.
  if (!(parent?.type === 'TestBinary' && parent.operator === '=~') && hasBareOperator(node)) return incomplete;
  // In zsh `$=x`, `$~x`, `$^x` and `$+x` are values, and `${=x}` is one too.
  if (
    (node.type === 'Word' || node.type === 'Literal' || node.type === 'HereDocBody') &&
    !('parts' in node && node.parts) &&
    isZshValue(node.text)
  )
    return 'It uses a value in a way that only some shells know.';
  if (node.type === 'ParameterExpansion' && node.parameter === '') return 'It uses a value in a way that only some shells know.';
  // zsh drops the backslash of an escape that it does not know: `$'\-delete'` is `-delete` there.
  if (node.type === 'AnsiCQuoted' && /\\[^abeEfnrtv\\'"?0-7xuU]/.test(node.text.replaceAll('\\\\', ''))) return incomplete;
  // In zsh only one digit before `<` or `>` is a descriptor.
  if (node.type === 'FileDescriptor' && node.value > 9) return incomplete;
  // Bash expands the word of `>&` twice, and zsh takes `1-` for a file.
  if (node.type === 'Redirect' && node.operator.endsWith('&') && !/^(\d+|-)$/.test(node.target?.text ?? '')) return incomplete;
  // `a=($(rm x))b`: the shell reads a list, the parser a text.
  if (node.type === 'Assignment' && /^[^=]*=\(/s.test(node.text) && !/\)$/.test(node.text)) return incomplete;
  if (node.type === 'Assignment' && node.value.type === 'Word' && /^\(/.test(node.value.text)) return incomplete;
  // Within `"${x:-…}"` the quotes of `$'…'` do not hold.
  if ((node.type === 'DoubleQuoted' || node.type === 'LocaleString') && /\$\{[\s\S]*\$['"]/.test(node.text))
    return 'It hides commands in quotes.';
  if (node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution' || node.type === 'ArithmeticCommandExpansion')
    return node.script ? null : incomplete;
  if (node.type === 'Word' && hidesCommand(textAsWritten(node))) return 'It hides commands in a subscript.';
  // `{a['$(rm x)']}>b`
  if (node.type === 'Word' && /^\{\w+\[.*[$`]/s.test(node.text)) return 'It hides commands in a subscript.';
  if (!calculations(node).every(isBalanced)) return incomplete;
  if (namesIn(node).some((name) => runsLater.test(name))) return 'It sets a variable that bash runs later.';
  // Quotes do not hold there: `$(( '$(rm x)' ))`, `$(( ${x:-'$(rm x)'} ))`.
  if (calculatedIn(node).some((word) => substitution.test(textAsWritten(word)) || quotesCommand(word)))
    return 'It hides commands in a calculation.';
  if (node.type === 'HereDocBody' && quotesCommand(node)) return 'It hides commands in a here-document.';
  // `${x@P}` runs what the value of x says.
  if (node.type === 'Unknown' || (node.type === 'Transform' && node.operand.value !== 'Q'))
    return 'It uses a value in a way that can run commands.';
  // Bash reads `rm<&-/x` as `rm <&- /x`.
  if (node.type === 'Redirect' && node.operator.endsWith('&') && /^-./s.test(node.target?.text ?? '')) return incomplete;
  return node.type === 'FileDescriptorVariable' && /[$`]/.test(node.name) ? 'It hides commands in a subscript.' : null;
}

const isZshValue = (text: string): boolean => /\$[=~^+][\w{[(]/.test(text.replaceAll(escapes, ''));

/** Whether a character that starts or ends a command stands in a word that the parser takes for text: `1>(rm x)`, `{v}<(rm x)`, `=(rm x)`. */
function hasBareOperator(node: SyntaxNode): boolean {
  if (node.type !== 'Word') return false;
  const bare = node.parts ? node.parts.filter(({ type }) => type === 'Literal').map(({ text }) => text) : [node.text];
  return bare.some((text) => operators.test(text.replaceAll(escapes, '')));
}

/** Whether the name of a command is a word of the shell's own syntax. */
export const isReserved = (name: string): boolean => reserved.has(name);

/** In zsh `&!` and `&|` run a command in the background, and what follows is another one. */
export const disowns = (source: string, { end, background }: Statement): boolean => background === true && /^[!|]/.test(source.slice(end));

/** The parser passes over a stray `(` after a word, so between the words there must be nothing but blanks, and none after. */
export function isWholeCommand(node: Command, source: string): boolean {
  let at = node.pos;
  let word = false;
  for (const child of [...node.prefix, ...(node.name ? [node.name] : []), ...node.suffix]) {
    if (!/^([ \t]|\\\n)*$/.test(source.slice(at, child.pos))) return false;
    // `<(a)b` is one word, of which the parser makes two.
    const isWord = child.type === 'Word' || child.type === 'Assignment';
    if (word && isWord && at === child.pos) return false;
    word = isWord;
    at = child.end;
  }
  // A `#` behind a word belongs to the word; the parser takes it for a comment.
  return !/^(([ \t]|\\\n)*\(|#)/.test(source.slice(at));
}

/** Bash 5.2 loses the `;` after a here-document in a substitution: it runs `rm a; b` there as `rm a b`. */
export function isOneLine({ commands }: Script): boolean {
  const plain = (node: Statement['command'] | PipelineNode): boolean =>
    node.type === 'Command' || ((node.type === 'AndOr' || node.type === 'Pipeline') && node.commands.every(plain));
  return commands.length <= 1 && commands.every(({ command }) => plain(command));
}

export function hasHereDoc(node: SyntaxNode): boolean {
  let found = node.type === 'HereDoc';
  forEachChild(node, (child) => {
    found ||= hasHereDoc(child);
  });
  return found;
}

/**
 * Whether bash could find a command in a text. It evaluates a subscript wherever it takes a name, even out of quotes
 * (`test -v 'a[$(rm x)]'`), and the values of a list (`declare -a 'a=($(rm x))'`). A `]` in quotes or in another subscript
 * does not end one.
 */
function hidesCommand(text: string): boolean {
  if (/(^|=)\s*\(/.test(text) && /\)\s*$/.test(text) && /[$<>]\(|`/.test(text)) return true;
  const last = Math.max(text.lastIndexOf('$('), text.lastIndexOf('`'));
  if (last < 0) return false;
  if (/\w\[/.test(text.slice(0, last))) return true;
  return text.split(']').some((part) => part.includes('[') && /['"\\`]|\$\(/.test(part.slice(part.indexOf('['))));
}

/** A here-document that is read into a variable. */
export function hidesInText(redirect: Redirection): boolean {
  return redirect.type === 'HereDoc' && redirect.body.text.split('\n').some(hidesCommand);
}

/** What in a node may be the name of a variable. */
function namesIn(node: SyntaxNode): string[] {
  if (node.type === 'Word') return [textAsWritten(node)];
  if (node.type === 'ParameterExpansion') return [node.parameter];
  return node.type === 'Assignment' ? [node.name] : [];
}

/** What stands between the brackets of a calculation. */
function calculations(node: SyntaxNode): string[] {
  if (node.type === 'ArithmeticCommand') return [node.body];
  return node.type === 'ArithmeticExpansion' && node.text.startsWith('$((') ? [node.text.slice(3, -2)] : [];
}

/**
 * Whether every bracket in a calculation has its other half. Bash takes `((${x#)}))` for a command in two groups, and zsh
 * `(( rm x ] ))` for a command in one.
 */
export function isBalanced(text: string): boolean {
  const open: string[] = [];
  for (const letter of text) {
    if (letter === '(' || letter === '[') open.push(letter === '(' ? ')' : ']');
    else if ((letter === ')' || letter === ']') && open.pop() !== letter) return false;
  }
  return open.length === 0;
}

/** The words of a node that bash calculates with. */
function calculatedIn(node: SyntaxNode): (Word | ArithmeticWord)[] {
  if (node.type === 'ArithmeticWord') return [node];
  if (node.type === 'Slice') return node.length ? [node.offset, node.length] : [node.offset];
  return (node.type === 'ParameterExpansion' || node.type === 'Assignment') && node.index ? [node.index] : [];
}

/** In a here-document quotes are letters, also where the parser takes them for quotes: `${x:-'$(rm x)'}`. */
function quotesCommand(node: SyntaxNode): boolean {
  if (node.type === 'SingleQuoted' || node.type === 'AnsiCQuoted') return substitution.test(node.value);
  let found = false;
  if (node.type !== 'Script')
    forEachChild(node, (child) => {
      found ||= quotesCommand(child);
    });
  return found;
}
