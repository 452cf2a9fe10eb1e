import { hasFlag, operandsOf, valuesOf } from './arguments';
import type { ShellWord } from './words';

/** The effects of a sed command's scripts besides editing. */
export interface SedReading {
  /** `e` runs a program. */
  readonly runs: boolean;
  /** The files of `w`. */
  readonly writes: readonly string[];
}

/** A longer script is not read. */
const longest = 4_000;

/** The scripts in the words of a sed command. Scripts that are not literal, or are in a file, are left out. */
export function sedTexts(args: readonly ShellWord[]): readonly string[] {
  const byFlag = valuesOf(args, '-e', '--expression');
  const scripted = byFlag.length > 0 || hasFlag(args, '-f', '--file');
  const scripts = scripted ? byFlag : operandsOf(args, '-l -e -f --expression --file --line-length').slice(0, 1);
  return scripts.map(({ literal }) => literal ?? '');
}

/** The effects of the scripts in the words of a sed command. */
export function sedScripts(args: readonly ShellWord[]): SedReading {
  // Each `-e` is one line of the script.
  const script = sedTexts(args).join('\n');
  if (script.length > longest) return { runs: true, writes: [] };
  // Versions of sed disagree on whether `[/]` ends a pattern.
  const readings = [readSed(script, true), readSed(script, false)];
  return { runs: readings.some(({ runs }) => runs), writes: [...new Set(readings.flatMap(({ writes }) => writes))] };
}

/** Reads a script command by command, because each one starts where the last one ends. */
function readSed(script: string, brackets: boolean): SedReading {
  const writes: string[] = [];
  let runs = false;
  let rest = script;
  const line = (): string => {
    const [text = ''] = /^[^\n]*/.exec(rest) ?? [];
    rest = rest.slice(text.length);
    return text.trim();
  };
  while (rest !== '') {
    rest = rest.replace(/^[\s;{}]+/, '');
    rest = afterAddress(rest, brackets).replace(/^[\s!]+/, '');
    const command = rest.charAt(0);
    rest = rest.slice(1);
    if (command === 's' || command === 'y') {
      rest = afterDelimited(rest, 2, brackets && command === 's');
      const flags = /^[gpiImMe\d\t ]*/.exec(rest)?.[0] ?? '';
      rest = rest.slice(flags.length);
      if (command === 's' && flags.includes('e')) runs = true;
      if (command === 's' && rest.startsWith('w')) writes.push(line().slice(1).trim());
    } else if (command === 'e') {
      runs = true;
      line();
    } else if (command === 'w' || command === 'W') writes.push(line());
    // The rest of the line is a text or a file name. A text continues on the next line after a `\\`.
    else if ('aic'.includes(command)) rest = rest.replace(/^(\\\n|[^\n])*/, '');
    else if ('rR#'.includes(command)) line();
    else if (':btT'.includes(command)) rest = rest.replace(/^[ \t]*[^\s;}]*/, '');
  }
  return { runs, writes };
}

/** Addresses: `5`, `$`, `/a/I`, `\,a,`, `1,/b/`, `0~4`, `2,+3`. */
function afterAddress(text: string, brackets: boolean): string {
  const one = (rest: string): string =>
    /^(\/|\\[^\n])/.test(rest)
      ? afterDelimited(rest.replace(/^\\/, ''), 1, brackets).replace(/^[IM]+/, '')
      : rest.replace(/^([+~]?\d+(~\d+)?|\$)/, '');
  const rest = one(text);
  return /^\s*,/.test(rest) ? one(rest.replace(/^\s*,\s*/, '')) : rest;
}

/** The text after a number of parts that are separated by the first character. A separator after a `\` or in brackets doesn't count. */
function afterDelimited(text: string, parts: number, brackets: boolean): string {
  const end = text.charAt(0);
  let index = 1;
  for (let left = parts; left > 0 && index < text.length; index += 1) {
    const inBrackets = brackets && left === parts ? /^\[\^?\]?[^\]\n]*\]/.exec(text.slice(index))?.[0] : undefined;
    if (inBrackets) index += inBrackets.length - 1;
    else if (text.charAt(index) === '\\') index += 1;
    else if (text.charAt(index) === end) left -= 1;
  }
  return text.slice(index);
}
