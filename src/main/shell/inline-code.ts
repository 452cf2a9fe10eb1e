import { isNetworkProgram } from './network';
import { isShell, programOf } from './program-name';
import { recordOf } from './programs/record-of';
import { readsItsInput, valuedFlags } from './reads-input';
import type { SimpleCommand } from './simple-command';
import { isInput, sourced } from './standard-input';
import type { ShellWord } from './words';

const networkCode = /https?:\/\/|urllib|urlopen|requests\.|httpx|socket|fetch\s*\(|net\/http|lwp|XMLHttpRequest/i;
const runningCode = /\b(exec|eval|system|popen|subprocess|spawn|compile|child_process|Function)\b/;

/** Whether a program runs code in a language of its own. */
export function isInterpreter(program: string | null): boolean {
  return recordOf(program)?.interpreter !== undefined;
}

/** The code that a program is given on the line; null when there is none. */
export function inlineCode(words: readonly ShellWord[]): string | null {
  const record = recordOf(programOf(words));
  const own = record?.inlineCode?.(words) ?? null;
  if (own !== null || !record?.interpreter || record.interpreter.inputIsData) return own;
  const args = words.slice(1);
  // Django's shell takes code too: `python manage.py shell -c '…'`.
  const framework = recordOf(programOf(args))?.inlineCode?.(args) ?? null;
  if (framework !== null) return framework;
  const { codeFlag, codeAfterFile, dataIsCode } = record.interpreter;
  // A `data:` address is code: `node --import 'data:text/javascript,…'`.
  const data = dataIsCode ? args.find(({ raw }) => /^(-.*=)?data:/.test(raw)) : undefined;
  if (data) return data.raw;
  // Flags after the name of a script belong to the script.
  const valued = valuedFlags(record);
  const file = args.findIndex(
    ({ literal }, index) => (literal === null || !literal.startsWith('-')) && !valued.has(args[index - 1]?.literal ?? ''),
  );
  const at = args.findIndex(({ literal }) => literal !== null && codeFlag.test(literal));
  if (at < 0 || (file >= 0 && file < at && !codeAfterFile)) return null;
  return args
    .slice(at)
    .map(({ raw }) => raw)
    .join(' ');
}

/** Whether code on the line talks to the network. */
export function codeIsNetwork(code: string): boolean {
  return networkCode.test(code);
}

/** Whether a command runs code that another command fetches: `curl … | sh`, `bash <(curl …)`, `eval "$(curl …)"`. */
export function runsWhatComesIn(command: SimpleCommand): boolean {
  const { words, redirects, fedBy, piped } = command;
  const program = programOf(words);
  if (program === null || recordOf(program)?.interpreter?.inputIsData) return false;
  const runs = isShell(program) || isInterpreter(program);
  const sources = program === 'source' || program === '.';
  const made = ({ raw }: ShellWord): boolean => /^<\(/.test(raw);
  // `bash <(…)` and `bash < <(…)` run the output of any program.
  if ((runs && words.slice(1, 2).some(made)) || (sources && [sourced(words)].some((word) => word && made(word)))) return true;
  if (runs && readsItsInput(words) && (piped || redirects.some(({ kind, target }) => kind === 'read' && made(target)))) return true;
  if (sources && piped && isInput(sourced(words))) return true;
  const fetched = fedBy.some(isNetworkProgram);
  if (fetched && (program === 'eval' || sources)) return true;
  if (fetched && runs && words.some(({ literal }) => literal === null)) return true;
  const code = inlineCode(words);
  return code !== null && networkCode.test(code) && runningCode.test(code);
}
