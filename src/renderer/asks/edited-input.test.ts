import { expect, it } from 'vitest';
import { editedInput, editText } from './edited-input';

const bash = { command: 'rm a', timeout: 5 };

it('edits a shell call by its command and keeps the rest', () => {
  expect(editText('Bash', bash)).toBe('rm a');
  expect(editedInput('Bash', bash, 'rm b')).toEqual({ ok: true, input: { command: 'rm b', timeout: 5 } });
  expect(editedInput('Bash', bash, ' ')).toEqual({ ok: false, problem: 'There is no command.' });
});

it('edits any other call as JSON', () => {
  const input = { file_path: '/a', content: 'x' };
  expect(editedInput('Write', input, editText('Write', input))).toEqual({ ok: true, input });
  expect(editedInput('Bash', {}, '{"command":"ls"}')).toEqual({ ok: true, input: { command: 'ls' } });
});

it('says why a text is not an input', () => {
  expect(editedInput('Write', {}, '[1]')).toEqual({ ok: false, problem: 'The input must be a JSON object.' });
  expect(editedInput('Write', {}, 'null')).toMatchObject({ ok: false });
  expect(editedInput('Write', {}, '{')).toMatchObject({ ok: false, problem: expect.stringContaining('not JSON') });
});
