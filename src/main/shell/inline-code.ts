import { valuesOf } from './arguments';
import { isNetwork } from './network';
import { isShell, programOf } from './program-name';
import type { SimpleCommand } from './reader';
import { isInput, readsItsInput, sourced, valuedBy } from './standard-input';
import type { ShellWord } from './words';

/** Of each interpreter, the flag that code on the line comes with. */
const codeFlags: readonly (readonly [program: RegExp, flag: RegExp])[] = [
  [/^(i?python|pypy)[\d.]*$/, /^-[a-zA-Z]*c/],
  [/^(node|nodejs|bun|tsx|ts-node)$/, /^(-[a-z]*[ep]|--eval|--print)(=|$)/],
  [/^(perl|ruby|lua|osascript)[\d.]*$/, /^-[a-zA-Z0-9]*[eE]/],
  [/^php[\d.]*$/, /^-[rBRE]/],
  [/^(pwsh|powershell)$/, /^-(c|command|e|ec|enc|encodedcommand)$/i],
  [/^cmd$/, /^\/\/?[ckr]/i],
  [/^(julia|r|elixir|iex|groovy|scala|clojure|clj|bb|racket|swift|gnuplot)$/, /^(-[eE]|--eval$)/],
  [/^(guile|expect|nu|xonsh|elvish)$/, /^-c$/],
  [/^(octave|octave-cli|emacs|sbcl)$/, /^--?eval(=|$)/],
  [/^(gdb|lldb)$/, /^(-ex|-iex|--ex|--eval-command|-o|--one-line)(=|$)/],
  [/^(vi|vim|nvim|ex)$/, /^(-[a-zA-Z]*[cS]|--cmd$|\+\D)/],
  [/^(ghci?|pry)$/, /^-e/],
  [/^(erl|swipl)$/, /^-(eval|g|t)$/],
  [/^(tclsh|rscript|deno|awk|gawk|mawk|nawk)$/, /^-e$/],
];
/** What runs code for a framework: `rails runner '…'`, `python manage.py shell -c '…'`. */
const frameworkCode =
  /^(\S*(python|php|ruby)[\d.]* )?(\S*\/)?(rails (runner|r)|mix (run (-e|--eval)|eval)|wp eval|drush (php-eval|ev)|manage\.py shell (-c|--command)|artisan tinker --execute)\b/;
const networkCode = /https?:\/\/|urllib|urlopen|requests\.|httpx|socket|fetch\s*\(|net\/http|lwp|XMLHttpRequest/i;
const runningCode = /\b(exec|eval|system|popen|subprocess|spawn|compile|child_process|Function)\b/;
/**
 * awk is a filter until it starts or writes something. A `|` and a `>` do that only after a `print`; before it, or as `||` and
 * `>=`, they ask. `@f(…)` calls the function whose name f holds.
 */
const awkActs = /\b(system|getline|close|fflush)\b|print[\s\S]*[|>]|@(load|include)\b|@[\w:]+\s*\(/;
const awkAsks = /\|\||>=/g;

/** Whether a program runs code in a language of its own. */
export function isInterpreter(program: string | null): boolean {
  return program !== null && codeFlags.some(([name]) => name.test(program));
}

/** The code that an interpreter is given on the line; null when there is none. */
export function inlineCode(words: readonly ShellWord[]): string | null {
  const program = programOf(words) ?? '';
  const args = words.slice(1);
  if (/awk$/.test(program)) {
    // gawk joins the scripts of several `-e`.
    const script = args.map(({ raw }) => raw).join('\n');
    return awkActs.test(script.replaceAll(awkAsks, ' ')) ? script : null;
  }
  if (program === 'deno') return args[0]?.literal === 'eval' ? args.map(({ raw }) => raw).join(' ') : null;
  if (/^python/.test(program) && valuesOf(args, '-m').some(({ literal }) => literal === 'timeit'))
    return args.map(({ raw }) => raw).join(' ');
  const whole = words.map(({ raw }) => raw).join(' ');
  if (frameworkCode.test(whole)) return whole;
  // `node --import 'data:text/javascript,…'`
  const data = /^(node|nodejs|bun|deno|tsx|ts-node)$/.test(program) ? args.find(({ raw }) => /^(-.*=)?data:/.test(raw)) : undefined;
  if (data) return data.raw;
  const flag = codeFlags.find(([name]) => name.test(program))?.[1];
  // Flags after the script's own name are the script's.
  const valued = valuedBy(program);
  const file = args.findIndex(
    ({ literal }, index) => (literal === null || !literal.startsWith('-')) && !valued.has(args[index - 1]?.literal ?? ''),
  );
  const at = args.findIndex(({ literal }) => literal !== null && flag?.test(literal));
  if (at < 0 || (file >= 0 && file < at && !/^(perl|osascript|vi|vim|nvim|ex|gdb|lldb)/.test(program))) return null;
  return args
    .slice(at)
    .map(({ raw }) => raw)
    .join(' ');
}

/** Code on the line that talks to the network. */
export function codeIsNetwork(code: string): boolean {
  return networkCode.test(code);
}

/** Whether a command runs what another one brings: `curl … | sh`, `bash <(curl …)`, `eval "$(curl …)"`. */
export function runsWhatComesIn(command: SimpleCommand): boolean {
  const { words, redirects, fedBy, piped } = command;
  const program = programOf(words);
  if (program === null || /awk$/.test(program)) return false;
  const runs = isShell(program) || isInterpreter(program);
  const sources = program === 'source' || program === '.';
  const made = ({ raw }: ShellWord): boolean => /^<\(/.test(raw);
  // `bash <(…)` and `bash < <(…)`, whoever makes what is run
  if ((runs && words.slice(1, 2).some(made)) || (sources && [sourced(words)].some((word) => word && made(word)))) return true;
  if (runs && readsItsInput(words) && (piped || redirects.some(({ kind, target }) => kind === 'read' && made(target)))) return true;
  if (sources && piped && isInput(sourced(words))) return true;
  const brought = fedBy.some((feeder) => isNetwork({ words: [{ literal: feeder, raw: feeder }], redirects: [] }));
  if (brought && (program === 'eval' || sources)) return true;
  if (brought && runs && words.some(({ literal }) => literal === null)) return true;
  const code = inlineCode(words);
  return code !== null && networkCode.test(code) && runningCode.test(code);
}
