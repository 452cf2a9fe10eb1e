import type { SimpleCommand } from './shell';
import { isShell, programOf, readsItsInput } from './shell-inner';
import { isNetwork } from './shell-network';
import type { ShellWord } from './shell-word';

/** Of each interpreter, the flag that code on the line comes with. */
const codeFlags: readonly (readonly [program: RegExp, flag: RegExp])[] = [
  [/^(python|pypy)[\d.]*$/, /^-[a-zA-Z]*c/],
  [/^(node|nodejs|bun)$/, /^(-[a-z]*[ep]|--eval|--print)(=|$)/],
  [/^(perl|ruby|lua|osascript)[\d.]*$/, /^-[a-zA-Z0-9]*[eE]/],
  [/^php[\d.]*$/, /^-[rBRE]/],
  [/^(pwsh|powershell)$/, /^-(c|command|e|ec|enc|encodedcommand)$/i],
  [/^(tclsh|rscript|deno|awk|gawk|mawk|nawk)$/, /^-e$/],
];
const networkCode = /https?:\/\/|urllib|urlopen|requests\.|httpx|socket|fetch\s*\(|net\/http|lwp|XMLHttpRequest/i;
const runningCode = /\b(exec|eval|system|popen|subprocess|spawn|compile|child_process|Function)\b/;
/** awk is a filter until it starts or writes something. */
const awkActs = /\b(system|getline|close|fflush)\b|[|>]/;

/** Whether a program runs code in a language of its own. */
export function isInterpreter(program: string | null): boolean {
  return program !== null && codeFlags.some(([name]) => name.test(program));
}

/** The code that an interpreter is given on the line; null when there is none. */
export function inlineCode(words: readonly ShellWord[]): string | null {
  const program = programOf(words) ?? '';
  const args = words.slice(1);
  if (/awk$/.test(program)) return args.find(({ raw }) => awkActs.test(raw))?.raw ?? null;
  if (program === 'deno') return args[0]?.literal === 'eval' ? args.map(({ raw }) => raw).join(' ') : null;
  const flag = codeFlags.find(([name]) => name.test(program))?.[1];
  // Flags after the script's own name are the script's.
  const file = args.findIndex(({ literal }) => literal === null || !literal.startsWith('-'));
  const at = args.findIndex(({ literal }) => literal !== null && flag?.test(literal));
  if (at < 0 || (file >= 0 && file < at && !/^(perl|osascript)/.test(program))) return null;
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
  const { words, fedBy, piped } = command;
  const program = programOf(words);
  if (program === null || /awk$/.test(program)) return false;
  const runs = isShell(program) || isInterpreter(program);
  if (runs && piped && readsItsInput(words)) return true;
  const brought = fedBy.some((feeder) => isNetwork({ words: [{ literal: feeder, raw: feeder }], redirects: [] }));
  if (brought && (program === 'eval' || program === 'source' || program === '.')) return true;
  if (brought && runs && words.some(({ literal }) => literal === null)) return true;
  const code = inlineCode(words);
  return code !== null && networkCode.test(code) && runningCode.test(code);
}
