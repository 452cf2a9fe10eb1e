import { stripVTControlCharacters } from 'node:util';

/** What a text in a user line is: most of them no person ever typed. */
export type Said =
  | { readonly what: 'person'; readonly text: string }
  | { readonly what: 'output'; readonly text: string }
  | { readonly what: 'task'; readonly toolUseId: string | null; readonly status: string; readonly text: string }
  | { readonly what: 'interrupted' }
  | { readonly what: 'nothing' };

const interruptions: ReadonlySet<string> = new Set(['[Request interrupted by user]', '[Request interrupted by user for tool use]']);

/** The CLI marks what it writes in a person's name by tags around the whole text. */
export function readSaid(text: string): Said {
  if (interruptions.has(text)) return { what: 'interrupted' };
  const tag = /^\s*<([a-z-]+)>/.exec(text)?.[1];
  switch (tag) {
    case 'command-name':
    case 'command-message':
      return { what: 'person', text: [inside(text, 'command-name'), inside(text, 'command-args')].filter(Boolean).join(' ') };
    case 'bash-input':
      return { what: 'person', text: `! ${inside(text, 'bash-input') ?? ''}` };
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

function output(parts: readonly (string | null)[]): Said {
  const text = stripVTControlCharacters(parts.filter(Boolean).join('\n'));
  return text === '' ? { what: 'nothing' } : { what: 'output', text };
}

/** By position, not by a pattern over the text: it may be megabytes long and full of angle brackets. */
function inside(text: string, tag: string): string | null {
  const open = `<${tag}>`;
  const start = text.indexOf(open);
  const end = text.indexOf(`</${tag}>`, start);
  return start === -1 || end === -1 ? null : text.slice(start + open.length, end).trim();
}
