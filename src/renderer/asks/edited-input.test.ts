import { expect, it } from 'vitest';
import { editedInput, editText, isChanged } from './edited-input';

const bash = { command: 'rm a', timeout: 5 };

it('edits a shell call by its command and keeps the rest', () => {
  expect(editText('Bash', bash)).toBe('rm a');
  expect(editedInput('Bash', bash, 'rm b')).toEqual({ ok: true, input: { command: 'rm b', timeout: 5 } });
  expect(editedInput('Bash', bash, ' ')).toEqual({ ok: false, problem: 'There is no command.' });
});

it('edits a file by what is written to it', () => {
  const write = { file_path: '/a', content: 'x' };
  expect(editText('Write', write)).toBe('x');
  expect(editedInput('Write', write, '')).toEqual({ ok: true, input: { file_path: '/a', content: '' } });
  const edit = { file_path: '/a', old_string: 'x', new_string: 'y' };
  expect(editedInput('Edit', edit, 'z')).toEqual({ ok: true, input: { ...edit, new_string: 'z' } });
});

it('edits any other call as JSON', () => {
  const input = { url: 'https://example.com' };
  expect(editedInput('WebFetch', input, editText('WebFetch', input))).toEqual({ ok: true, input });
  expect(editedInput('Bash', {}, '{"command":"ls"}')).toEqual({ ok: true, input: { command: 'ls' } });
});

it('knows an edit that changes nothing', () => {
  const edited = (tool: string, input: Record<string, unknown>, text: string) => {
    const result = editedInput(tool, input, text);
    return result.ok && isChanged(input, result.input);
  };
  const fetch = { url: 'https://example.com' };
  expect([
    edited('Bash', bash, editText('Bash', bash)),
    edited('Bash', bash, 'rm b'),
    edited('WebFetch', fetch, JSON.stringify(fetch)),
    edited('WebFetch', fetch, '{}'),
    edited('Write', { content: 'a\r\nb' }, 'a\nb'),
  ]).toEqual([false, true, false, true, false]);
});

it('says why a text is not an input', () => {
  expect(editedInput('WebFetch', {}, '[1]')).toEqual({ ok: false, problem: 'The input must be a JSON object.' });
  expect(editedInput('WebFetch', {}, 'null')).toMatchObject({ ok: false });
  expect(editedInput('WebFetch', {}, '{')).toMatchObject({ ok: false, problem: expect.stringContaining('not JSON') });
});

it('keeps how the lines of a text end, which a text box does not', () => {
  const written = (content: string, text: string) => editedInput('Write', { content }, text);
  expect(written('a\r\nb\r\n', 'a\nc\n')).toEqual({ ok: true, input: { content: 'a\r\nc\r\n' } });
  expect(written('a\r\nb\n', 'a\nc\n')).toEqual({ ok: true, input: { content: 'a\nc\n' } });
  expect(written('a\nb\n', 'a\nc\n')).toEqual({ ok: true, input: { content: 'a\nc\n' } });
});
