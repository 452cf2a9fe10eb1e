import { expect, it } from 'vitest';
import { commandOutput, someLines } from './command-output';

const result = (text: string) => ({ text, images: [], outcome: null });

it('takes the exit code from a command that failed, and only from that', () => {
  expect(commandOutput({ status: 'error', result: result('Exit code 127\nnot found') })).toEqual({ text: 'not found', exitCode: 127 });
  expect(commandOutput({ status: 'error', result: result('Exit code 1') })).toEqual({ text: '', exitCode: 1 });
  expect(commandOutput({ status: 'ok', result: result('Exit code 1\nsaid echo') })).toEqual({
    text: 'Exit code 1\nsaid echo',
    exitCode: null,
  });
  expect(commandOutput({ status: 'running', result: null })).toBeNull();
});

it('shows the beginning of a long output, or its end', () => {
  const text = Array.from({ length: 10 }, (_, line) => `${line}`).join('\n');
  expect(someLines(`${text}\n`, 3, false)).toEqual({ shown: '0\n1\n2', left: 7 });
  expect(someLines(text, 3, true)).toEqual({ shown: '7\n8\n9', left: 7 });
});

it('does not hide a single line', () => {
  expect(someLines('a\nb\nc\nd', 3, false)).toEqual({ shown: 'a\nb\nc\nd', left: 0 });
});
