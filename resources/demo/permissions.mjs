import path from 'node:path';
import { str } from './json.mjs';

/** @typedef {import('./json.mjs').Json} Json */
/** @typedef {{ toolName: string, ruleContent?: string | undefined }} Rule */

const QUESTIONS = ['AskUserQuestion', 'ExitPlanMode'];
const EDITS = ['Edit', 'Write'];
const READ_ONLY = /^(cat|date|echo|false|find|grep|head|ls|pwd|sleep|tail|true|wc)\b[^>]*$/;
const FILE_COMMAND = /^(cp|mkdir|mv|rm|rmdir|touch)\s/;

/** Whether the CLI would run a call, ask first, or refuse. @param {string} mode @param {Rule[]} rules @param {string} name @param {Json} input @param {string} cwd @returns {'run' | 'ask' | 'refuse'} */
export function verdict(mode, rules, name, input, cwd) {
  if (name === 'EnterPlanMode') return 'run';
  if (isHarmless(name, input, cwd) && !QUESTIONS.includes(name)) return 'run';
  if (mode === 'dontAsk') return 'refuse';
  if (QUESTIONS.includes(name)) return 'ask';
  if (mode === 'bypassPermissions' || mode === 'auto') return 'run';
  if (mode === 'acceptEdits' && isEditInside(name, input, cwd)) return 'run';
  return isCovered(rules, name, input) ? 'run' : 'ask';
}

/** @param {string} name @param {Json} input @param {string} cwd */
function isHarmless(name, input, cwd) {
  if (name === 'Bash') return subcommands(input).every((command) => READ_ONLY.test(command));
  return name === 'Read' && isInside(cwd, str(input.file_path));
}

/** @param {string} name @param {Json} input @param {string} cwd */
function isEditInside(name, input, cwd) {
  if (name === 'Bash') return subcommands(input).every((command) => FILE_COMMAND.test(command));
  return EDITS.includes(name) && isInside(cwd, str(input.file_path));
}

/** @param {Rule[]} rules @param {string} name @param {Json} input */
function isCovered(rules, name, input) {
  // A rule with the name of an MCP server covers all its tools.
  const own = rules.filter(({ toolName }) => toolName === name || name.startsWith(`${toolName}__`));
  if (own.some(({ ruleContent }) => ruleContent === undefined)) return true;
  const subjects = name === 'Bash' ? subcommands(input).filter((command) => !READ_ONLY.test(command)) : [`/${str(input.file_path)}`];
  return subjects.length > 0 && subjects.every((subject) => own.some(({ ruleContent }) => covers(str(ruleContent), subject)));
}

/** "npm run *", "npm run:*" and "//etc/**" are beginnings; anything else is the whole. @param {string} content @param {string} subject */
function covers(content, subject) {
  const beginning = content.replace(/(?:[ :]|\*)\*$/, '');
  return beginning === content ? subject === content : subject.startsWith(beginning);
}

/** The name of a tool as people read it: `mcp__trains__sign_in` is `Sign In`. @param {string} name */
export const displayName = (name) =>
  name.startsWith('mcp__')
    ? (name.split('__').at(-1) ?? name).replace(/(^|_)(\w)/g, (_, gap, letter) => `${gap && ' '}${letter.toUpperCase()}`)
    : name;

/** What `can_use_tool` says about a call beside its name and input. @param {string} name @param {Json} input @param {string} cwd @returns {Json} */
export function describeAsk(name, input, cwd) {
  if (QUESTIONS.includes(name)) return {};
  if (name === 'Bash') return describeCommand(input, cwd);
  const file = str(input.file_path);
  if (!file) return { permission_suggestions: [allow([{ toolName: name }])] };
  const inside = isInside(cwd, file);
  const description = inside ? path.relative(cwd, file) : file;
  const reason = inside ? {} : { decision_reason: 'Path is outside allowed working directories', decision_reason_type: 'workingDir' };
  const folder = path.dirname(file);
  const suggestions =
    name === 'Read'
      ? [allow([{ toolName: 'Read', ruleContent: `/${folder}/**` }], 'session')]
      : [acceptEdits, ...(inside ? [] : [{ type: 'addDirectories', directories: [folder], destination: 'session' }])];
  return { description, permission_suggestions: suggestions, ...reason };
}

/** @param {Json} input @param {string} cwd @returns {Json} */
function describeCommand(input, cwd) {
  const commands = subcommands(input);
  const rules = commands
    .filter((command) => !READ_ONLY.test(command))
    .map((command) => ({ toolName: 'Bash', ruleContent: ruleFor(command) }));
  const description = str(input.description) || str(input.command);
  if (commands.length > 1) return { description, permission_suggestions: [allow(rules)], decision_reason_type: 'subcommandResults' };
  if (!FILE_COMMAND.test(str(input.command))) {
    const decision_reason = 'This command requires approval';
    return { description, permission_suggestions: [allow(rules)], decision_reason, decision_reason_type: 'other' };
  }
  const target = str(input.command).trim().split(/\s+/).at(-1) ?? '';
  return {
    description,
    permission_suggestions: [allow(rules), { type: 'addDirectories', directories: [cwd], destination: 'session' }, acceptEdits],
    blocked_path: path.resolve(cwd, target),
  };
}

const acceptEdits = { type: 'setMode', mode: 'acceptEdits', destination: 'session' };

/** @param {Rule[]} rules */
const allow = (rules, destination = 'localSettings') => ({ type: 'addRules', rules, behavior: 'allow', destination });

/** @param {string} command */
function ruleFor(command) {
  const words = command.split(/\s+/);
  return words.length <= 2 ? command : `${words.slice(0, 2).join(' ')} *`;
}

/** @param {Json} input */
const subcommands = (input) =>
  str(input.command)
    .split(/&&|\|\||[;|\n]/)
    .map((command) => command.trim())
    .filter(Boolean);

/** By name only; the tools look through links themselves. @param {string} folder @param {string} file */
export function isInside(folder, file) {
  const relative = path.relative(folder, path.resolve(folder, file));
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
