import { stripVTControlCharacters } from 'node:util';
import type { UserText } from '../events';

const interruptions: ReadonlySet<string> = new Set(['[Request interrupted by user]', '[Request interrupted by user for tool use]']);

/** Separates what a person typed from what the CLI writes as theirs, which it marks with tags around the whole text. */
export function readUserText(text: string): UserText {
  if (interruptions.has(text)) return { what: 'interrupted' };
  const tag = /^\s*<([a-z-]+)>/.exec(text)?.[1];
  switch (tag) {
    case 'command-name':
    case 'command-message':
      return { what: 'command', text: [inside(text, 'command-name'), inside(text, 'command-args')].filter(Boolean).join(' ') };
    case 'bash-input':
      return { what: 'command', text: `! ${inside(text, 'bash-input') ?? ''}` };
    case 'local-command-stdout':
    case 'local-command-stderr':
    case 'bash-stdout':
    case 'bash-stderr':
      return output(['local-command-stdout', 'local-command-stderr', 'bash-stdout', 'bash-stderr'].map((name) => inside(text, name)));
    case 'task-notification':
      return {
        what: 'task',
        toolUseId: inside(text, 'tool-use-id'),
        status: inside(text, 'status') ?? 'unknown',
        text: inside(text, 'summary') ?? '',
      };
    case 'local-command-caveat':
    case 'system-reminder':
      return { what: 'nothing' };
    default:
      return text === '' ? { what: 'nothing' } : { what: 'person', text };
  }
}

function output(parts: readonly (string | null)[]): UserText {
  const text = stripVTControlCharacters(parts.filter(Boolean).join('\n'));
  return text === '' ? { what: 'nothing' } : { what: 'output', text };
}

/** Searches by position and not by a pattern, because the text may be megabytes long and full of angle brackets. */
function inside(text: string, tag: string): string | null {
  const open = `<${tag}>`;
  const start = text.indexOf(open);
  const end = text.indexOf(`</${tag}>`, start);
  return start === -1 || end === -1 ? null : text.slice(start + open.length, end).trim();
}
