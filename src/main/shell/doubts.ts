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

// Cases where the parser and a real shell may read a line differently. Each was found by comparing the two, and each becomes a
// mark.

const substitution = /\$\(|`/;
/** Variables whose values bash runs or expands later. */
export const runsLater = /\b(BASH_(ALIASES|CMDS|ENV)|BASH_FUNC_\w+|PS[0124]|PROMPT_COMMAND)\b/;

export const incomplete = 'It is not a complete shell command.';

const operators = /[<>()|&;]/;
const escapes = /\\[\s\S]/g;

/** Why a part of a line can't be trusted to be what the parser says; null when it can. */
export function doubtIn(node: SyntaxNode, parent?: SyntaxNode): string | null {
  // In `[[ $x =~ ^(a|b)$ ]]` the operators belong to a pattern.
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
  // zsh takes only one digit before `<` or `>` as a descriptor.
  if (node.type === 'FileDescriptor' && node.value > 9) return incomplete;
  // Bash expands the word after `>&` twice, and zsh reads `1-` as a file name.
  if (node.type === 'Redirect' && node.operator.endsWith('&') && !/^(\d+|-)$/.test(node.target?.text ?? '')) return incomplete;
  // `a=($(rm x))b`: the shell reads a list, the parser a text.
  if (node.type === 'Assignment' && /^[^=]*=\(/s.test(node.text) && !/\)$/.test(node.text)) return incomplete;
  if (node.type === 'Assignment' && node.value.type === 'Word' && /^\(/.test(node.value.text)) return incomplete;
  // Inside `"${x:-…}"`, `$'…'` does not quote.
  if ((node.type === 'DoubleQuoted' || node.type === 'LocaleString') && /\$\{[\s\S]*\$['"]/.test(node.text))
    return 'It hides commands in quotes.';
  if (node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution' || node.type === 'ArithmeticCommandExpansion')
    return node.script ? null : incomplete;
  if (node.type === 'Word' && hidesCommand(textAsWritten(node))) return 'It hides commands in a subscript.';
  // `{a['$(rm x)']}>b` runs the command in the subscript.
  if (node.type === 'Word' && /^\{\w+\[.*[$`]/s.test(node.text)) return 'It hides commands in a subscript.';
  if (!calculations(node).every(isBalanced)) return incomplete;
  if (namesIn(node).some((name) => runsLater.test(name))) return 'It sets a variable that bash runs later.';
  // Quotes have no effect inside arithmetic: `$(( '$(rm x)' ))`, `$(( ${x:-'$(rm x)'} ))`.
  if (calculatedIn(node).some((word) => substitution.test(textAsWritten(word)) || quotesCommand(word)))
    return 'It hides commands in a calculation.';
  if (node.type === 'HereDocBody' && quotesCommand(node)) return 'It hides commands in a here-document.';
  // `${x@P}` runs commands in the value of x.
  if (node.type === 'Unknown' || (node.type === 'Transform' && node.operand.value !== 'Q'))
    return 'It uses a value in a way that can run commands.';
  // Bash reads `rm<&-/x` as `rm <&- /x`.
  if (node.type === 'Redirect' && node.operator.endsWith('&') && /^-./s.test(node.target?.text ?? '')) return incomplete;
  return node.type === 'FileDescriptorVariable' && /[$`]/.test(node.name) ? 'It hides commands in a subscript.' : null;
}

const isZshValue = (text: string): boolean => /\$[=~^+][\w{[(]/.test(text.replaceAll(escapes, ''));

/** Whether a word that the parser takes for text has an unquoted shell operator in it: `1>(rm x)`, `{v}<(rm x)`, `=(rm x)`. */
function hasBareOperator(node: SyntaxNode): boolean {
  if (node.type !== 'Word') return false;
  const bare = node.parts ? node.parts.filter(({ type }) => type === 'Literal').map(({ text }) => text) : [node.text];
  return bare.some((text) => operators.test(text.replaceAll(escapes, '')));
}

/** In zsh `&!` and `&|` run a command in the background, and another command follows. */
export const disowns = (source: string, { end, background }: Statement): boolean => background === true && /^[!|]/.test(source.slice(end));

/** The parser ignores a stray `(` after a word, so there must be only blanks between the words and no bracket after the last one. */
export function isWholeCommand(node: Command, source: string): boolean {
  let at = node.pos;
  let word = false;
  for (const child of [...node.prefix, ...(node.name ? [node.name] : []), ...node.suffix]) {
    if (!/^([ \t]|\\\n)*$/.test(source.slice(at, child.pos))) return false;
    // The shell reads `<(a)b` as one word, the parser as two.
    const isWord = child.type === 'Word' || child.type === 'Assignment';
    if (word && isWord && at === child.pos) return false;
    word = isWord;
    at = child.end;
  }
  // A `#` directly after a word is part of the word, but the parser takes it for a comment.
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
 * Whether bash could find a command in a text. It evaluates subscripts in names even inside quotes (`test -v 'a[$(rm x)]'`), and
 * the values of a list (`declare -a 'a=($(rm x))'`). A `]` in quotes or in an inner subscript does not end a subscript.
 */
function hidesCommand(text: string): boolean {
  if (/(^|=)\s*\(/.test(text) && /\)\s*$/.test(text) && /[$<>]\(|`/.test(text)) return true;
  const last = Math.max(text.lastIndexOf('$('), text.lastIndexOf('`'));
  if (last < 0) return false;
  if (/\w\[/.test(text.slice(0, last))) return true;
  return text.split(']').some((part) => part.includes('[') && /['"\\`]|\$\(/.test(part.slice(part.indexOf('['))));
}

/** Whether a here-document that is read into a variable could hold a command. */
export function hidesInText(redirect: Redirection): boolean {
  return redirect.type === 'HereDoc' && redirect.body.text.split('\n').some(hidesCommand);
}

/** The texts in a node that may be names of variables. */
function namesIn(node: SyntaxNode): string[] {
  if (node.type === 'Word') return [textAsWritten(node)];
  if (node.type === 'ParameterExpansion') return [node.parameter];
  return node.type === 'Assignment' ? [node.name] : [];
}

/** The arithmetic expressions in a node, without their brackets. */
function calculations(node: SyntaxNode): string[] {
  if (node.type === 'ArithmeticCommand') return [node.body];
  return node.type === 'ArithmeticExpansion' && node.text.startsWith('$((') ? [node.text.slice(3, -2)] : [];
}

/**
 * Whether all brackets in an arithmetic expression match. Bash reads `((${x#)}))` as two nested groups, and zsh reads `(( rm x ]
 * ))` as a command.
 */
export function isBalanced(text: string): boolean {
  const open: string[] = [];
  for (const letter of text) {
    if (letter === '(' || letter === '[') open.push(letter === '(' ? ')' : ']');
    else if ((letter === ')' || letter === ']') && open.pop() !== letter) return false;
  }
  return open.length === 0;
}

/** The words of a node that bash evaluates as arithmetic. */
function calculatedIn(node: SyntaxNode): (Word | ArithmeticWord)[] {
  if (node.type === 'ArithmeticWord') return [node];
  if (node.type === 'Slice') return node.length ? [node.offset, node.length] : [node.offset];
  return (node.type === 'ParameterExpansion' || node.type === 'Assignment') && node.index ? [node.index] : [];
}

/** Quotes don't quote inside a here-document, although the parser treats them as quotes: `${x:-'$(rm x)'}`. */
function quotesCommand(node: SyntaxNode): boolean {
  if (node.type === 'SingleQuoted' || node.type === 'AnsiCQuoted') return substitution.test(node.value);
  let found = false;
  if (node.type !== 'Script')
    forEachChild(node, (child) => {
      found ||= quotesCommand(child);
    });
  return found;
}
