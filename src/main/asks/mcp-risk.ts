import { maxPathLength } from '../../shared/limits';
import { type Finding, shellFindings } from '../shell/findings';
import { dropsInSql } from '../shell/sql-drops';
import { findSecrets, findWrites } from './file-risk';
import { collectTexts, type NamedText, wordsOfName } from './input-texts';
import { type ToolCall, textOf } from './tool-call';

const deletes = /^(delete|remove|drop|destroy|purge|truncate|wipe|erase|rm|rmdir|unlink|trash)$/;
const writes = /^(write|edit|create|move|copy|save|put|append|rename|replace|update|modify|download|export|mkdir|touch)$/;
const ends = /^(kill|terminate|shutdown|reboot)$/;
const moves = /^(move|rename)$/;
const paths = /^(path|paths|file|files|filename|filepath|dir|directory|folder|dest|destination|target|uri|output)$/;

/** Guesses the risks of an MCP tool from its name and its input: a path, a command, code, SQL. */
export function mcpFindings(name: string, call: ToolCall): Finding[] {
  const { input } = call;
  const { texts, isIncomplete } = collectTexts(input);
  const words = wordsOfName(name);
  const does = (verb: RegExp): boolean => words.some((word) => verb.test(word));
  const given = (...values: string[]): boolean =>
    values.some((value) => input[value] === true) || texts.some(({ text }) => values.includes(text.replace(/^--?/, '')));
  const code = /exec|run|eval|repl/i.test(name) ? textOf(input, 'code', 'script') : null;
  const lines = commandLines(input);
  const readable = withinLimits(lines);
  const kinds = [
    ...(does(deletes) || texts.some(dropsData) || (does(/^reset$/) && given('hard')) ? (['deletes'] as const) : []),
    ...(does(/^push$/) && given('force', 'force_with_lease', 'force-with-lease', 'forceWithLease') ? (['force-push'] as const) : []),
    ...(does(ends) ? (['process'] as const) : []),
  ];
  return [
    ...(isIncomplete ? [{ kind: 'not-understood' as const, detail: 'There is too much in it to be checked.' }] : []),
    ...kinds.map((kind) => ({ kind, detail: name })),
    ...readable.flatMap((line) => shellFindings(line, call)),
    ...(readable.length < lines.length ? [{ kind: 'not-understood' as const, detail: 'It has too many commands to be checked.' }] : []),
    ...(code === null ? [] : [{ kind: 'not-understood' as const, detail: `It runs code: ${code}` }]),
    ...(does(writes) ? texts.flatMap((text) => pathIn(text, does(moves))) : []).flatMap((path) => findWrites(path, call)),
    ...texts.flatMap(({ text }) => (text.length < maxPathLength ? findSecrets(text, call) : [])),
  ];
}

function dropsData({ name, text }: NamedText): boolean {
  const last = wordsOfName(name).at(-1) ?? '';
  return dropsInSql(text, /^(sql|statements?)$/.test(last) ? 'sql' : /^(query|queries)$/.test(last) ? 'query' : null);
}

/** The path in a field, if the field names one. A move writes at both ends. A network address is not a path. */
function pathIn({ name, text }: NamedText, moved: boolean): string[] {
  const last = wordsOfName(name).at(-1) ?? '';
  if (!paths.test(last) && !(moved && /^(source|src|from)$/.test(last))) return [];
  const path = text.replace(/^file:\/\//, '').trim();
  return path === '' || path.length > maxPathLength || /\n|^[a-z][a-z\d+.-]*:\/\//i.test(path) ? [] : [path];
}

const most = { lines: 10, characters: 10_000 };

/** The lines that can be read without holding up other calls. */
function withinLimits(lines: readonly string[]): string[] {
  let characters = 0;
  return lines.slice(0, most.lines).filter((line) => {
    characters += line.length;
    return characters <= most.characters;
  });
}

/** The command lines that a tool would pass to a shell: a text, a list of words, or a program and its words. */
function commandLines({ command, cmd, commands, args, arguments: others }: ToolCall['input']): string[] {
  const more = [args, others].flatMap((words) => (Array.isArray(words) ? [quoted(words)] : typeof words === 'string' ? [words] : []));
  const lines = [command, cmd].flatMap((given) => lineOf(given).map((line) => [line, ...more].join(' ')));
  return [...lines, ...(Array.isArray(commands) ? commands.flatMap(lineOf) : lineOf(commands))];
}

function lineOf(given: unknown): string[] {
  if (typeof given === 'string') return given === '' ? [] : [given];
  if (Array.isArray(given))
    // No program has a blank in its name, so these are whole lines.
    return typeof given[0] === 'string' && /\s/.test(given[0]) ? given.flatMap(lineOf) : given.length > 0 ? [quoted(given)] : [];
  return typeof given === 'object' && given !== null ? commandLines({ ...given }) : [];
}

const quoted = (words: readonly unknown[]): string => words.map((word) => `'${String(word).replaceAll("'", "'\\''")}'`).join(' ');
