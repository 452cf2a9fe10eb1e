import type { PendingRequest } from '../shared/api';
import { escapeInvisible } from '../shared/invisible';
import { plain } from './text-table';

/** All of a request, for a person at a terminal. */
export function requestText(request: PendingRequest, sessionTitle: string): string {
  const { requestId, kind, toolName, summary, agentName, marks, needsLook, note, truncated } = request;
  const facts = [
    ['Request', requestId],
    ['Session', sessionTitle],
    ['Kind', kind],
    ['Tool', toolName],
    ...(agentName === null ? [] : [['Subagent', agentName]]),
    ['Says', summary],
    ...marks.map(({ text }) => ['Careful', text]),
    ...(note === null ? [] : [['Note', note]]),
    ...(needsLook && kind === 'permission' ? [['Look', 'It can be allowed only in the window']] : []),
    ...(truncated ? [['Input', 'Its end is lost: the request can only be denied']] : []),
  ];
  return `${facts.map(([name = '', value = '']) => `${`${name}:`.padEnd(10)}${plain(value)}`).join('\n')}\n\n${bodyText(request)}`;
}

function bodyText({ questions, form, interaction, input }: PendingRequest): string {
  const prompt = interaction ? `${[interaction.error, interaction.prompt].filter(Boolean).join('\n')}\n\n` : '';
  if (questions)
    return questions
      .map(({ question, multiSelect, options }, index) => {
        const choices = options.map(({ label, description }) => `     - ${plain(label)}${description ? `: ${plain(description)}` : ''}\n`);
        return `  ${index}  ${plain(question)}${multiSelect ? ' (several)' : ''}\n${choices.join('')}`;
      })
      .join('\n');
  if (form?.mode === 'form')
    return escapeInvisible(prompt).concat(
      form.fields
        .map(({ id, type, label, required, options = [] }) => {
          const choices = options.map(({ value, label: words }) => `     - ${plain(value)}${words === value ? '' : `: ${plain(words)}`}\n`);
          return `  ${plain(id)}  ${plain(label)} (${type}${required === true ? ', required' : ''})\n${choices.join('')}`;
        })
        .join(''),
    );
  if (form) return escapeInvisible(`${prompt}Open ${form.url}\n`);
  return escapeInvisible(`${prompt}${JSON.stringify(input, null, 2)}\n`);
}
