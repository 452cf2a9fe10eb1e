import { type PlainCommand, readPlainLine } from './plain-line';
import { readShell } from './reader';
import type { ShellReading, SimpleCommand } from './simple-command';

const notPlain = 'It has more in it than plain words, so a person decides.';
const mostNested = 4;

/**
 * Reads a line that may run without asking anyone. Both readers must understand it and agree on every word: the full parser knows
 * much of the shell's syntax but not all of it, and the small grammar of `readPlainLine` leaves no way to hide a command. Lines
 * that it passes to other shells must pass the same check.
 */
export function readPlainShell(source: string): ShellReading {
  const reading = readShell(source);
  if (reading.trouble !== null) return reading;
  return isPlainShell(source, reading, 0) ? reading : { ...reading, trouble: notPlain };
}

function isPlainShell(source: string, reading: ShellReading, nested: number): boolean {
  const plain = readPlainLine(source);
  if (!plain || reading.trouble !== null || nested > mostNested) return false;
  const written = reading.commands.filter(({ depth }) => depth === 0);
  return (
    written.length === plain.length &&
    plain.every((command, index) => isSame(command, written[index])) &&
    reading.innerLines.every((line) => isPlainShell(line, readShell(line), nested + 1))
  );
}

function isSame(plain: PlainCommand, parsed: SimpleCommand | undefined): boolean {
  if (!parsed || parsed.background !== plain.background || parsed.piped !== plain.piped) return false;
  const { words, redirects, assignments } = parsed;
  return (
    words.length === plain.words.length &&
    plain.words.every(({ text, kind }, index) => (kind === 'plain' ? words[index]?.literal : words[index]?.raw) === text) &&
    redirects.length === plain.redirects.length &&
    plain.redirects.every(({ kind, target }, index) => redirects[index]?.kind === kind && redirects[index]?.target.literal === target) &&
    assignments.length === plain.assignments.length &&
    plain.assignments.every(({ name, value }, index) => assignments[index]?.name === name && assignments[index]?.value === value)
  );
}
