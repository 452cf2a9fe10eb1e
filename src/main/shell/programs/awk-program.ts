/**
 * The tokens of the part of awk that can neither run a program nor open a file. Regular expressions and strings have no character
 * on which versions of awk disagree, and no operator can be a pipe.
 */
const token =
  /[ \t]+|[\n;]|"(?:[^"\\\n]|\\[^\n])*"|\d+(?:\.\d+)?|[A-Za-z_]\w*|[<>]=?|&&|\|\||[=!]=|!~|\+\+|--|[-+*%^]=|[-+*%^!~=?:,$()[\]{}]|\//y;
const regex = /\/(?!=)(?:[^/\\[\n"]|\\[^\n"]|\[[^\]/\\\n"[]+\])*\//y;

const keywords = /^(BEGIN|END|print|printf|if|else|next|exit|in|for)$/;
const builtins = /^(length|substr|index|split|tolower|toupper|sprintf|int|sub|gsub|match)$/;
/** A variable of the script, or a built-in one that only describes the input. `ARGV` and `ENVIRON` are not here. */
const variables = /^([a-z_]\w*|NR|NF|FNR|FS|OFS|RS|ORS|FILENAME|RSTART|RLENGTH)$/;
const refused = /^(getline|system|close|fflush|function|func|while|do|delete|return|nextfile|switch|case|default|eval|nonl)$/;

interface Token {
  readonly kind: 'name' | 'compare' | 'other';
  readonly text: string;
}

/** Whether an awk program only prints, counts and compares. Any doubt is a no. */
export function onlyPrintsInAwk(program: string): boolean {
  const tokens = tokensOf(program);
  return tokens !== null && namesAreHarmless(tokens) && comparisonsAreNoRedirects(tokens);
}

function tokensOf(program: string): readonly Token[] | null {
  const tokens: Token[] = [];
  for (let at = 0; at < program.length; ) {
    const found = matchAt(token, program, at);
    if (!found) return null;
    const text = found[0] === '/' && expectsOperand(tokens.at(-1)) ? matchAt(regex, program, at)?.[0] : found[0];
    if (text === undefined || (text === '/' && !endsOperand(tokens.at(-1)))) return null;
    if (!/^[ \t]+$/.test(text)) tokens.push({ kind: kindOf(text), text });
    at += text.length;
  }
  return tokens;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function kindOf(text: string): Token['kind'] {
  if (/^[A-Za-z_]/.test(text)) return 'name';
  return /^[<>]/.test(text) ? 'compare' : 'other';
}

/** After these tokens every awk reads a slash as the start of a regular expression. */
function expectsOperand(before: Token | undefined): boolean {
  return before === undefined || /^([({,;\n}!~?:]|!~|&&|\|\||[-+*%^=]|[-+*%^=!<>]=|[<>]|print)$/.test(before.text);
}

/** After these tokens every awk reads a slash as a division. After `)`, `length` or `else` they disagree. */
function endsOperand(before: Token | undefined): boolean {
  if (before === undefined) return false;
  return /^["\d]/.test(before.text) || (variables.test(before.text) && !keywords.test(before.text) && !builtins.test(before.text));
}

function namesAreHarmless(tokens: readonly Token[]): boolean {
  return tokens.every(({ kind, text }, index) => {
    if (kind !== 'name') return true;
    if (refused.test(text)) return false;
    // The only loop is one over the keys of an array, which ends.
    if (text === 'for')
      return /^\( \w+ in \w+ \)$/.test(
        tokens
          .slice(index + 1, index + 6)
          .map((token) => token.text)
          .join(' '),
      );
    if (keywords.test(text) || builtins.test(text)) return true;
    return variables.test(text) && tokens[index + 1]?.text !== '(';
  });
}

/** In an action `>` writes to a file. In a pattern and in the condition of an `if` it compares. */
function comparisonsAreNoRedirects(tokens: readonly Token[]): boolean {
  const open: string[] = [];
  for (const [index, { kind, text }] of tokens.entries()) {
    if (/^[{([]$/.test(text)) open.push(text === '(' && tokens[index - 1]?.text === 'if' ? 'if' : text);
    else if (/^[})\]]$/.test(text)) {
      const opened = open.pop();
      if (opened !== { '}': '{', ')': '(', ']': '[' }[text] && !(opened === 'if' && text === ')')) return false;
    } else if (kind === 'compare' && open.includes('{') && !open.includes('if')) return false;
  }
  return open.length === 0;
}
