import type { Shell } from './jail';

/** Builtins of both shells that take words and only affect the shell itself. */
const recorded = ['echo', 'printf', 'test', '[', ':', 'true', 'false', 'pwd'];

/** Scripts that record what ran: the line, the folder, the program with its words, and the first line of its input. */
export function recorders(trace: string) {
  const record = (program: string, first: string, words = '"$@"'): string =>
    `builtin printf '%s\\0' @ "$FUZZ_LINE" "$PWD" ${program} "$#" ${words} ${first} >> '${trace}'`;
  // In zsh a word of a builtin may contain a NUL, which ends a field here.
  const wordsIn = (shell: Shell): string => (shell === 'zsh' ? `"\${@//$'\\0'/^@}"` : '"$@"');
  return {
    program: [
      '#!/bin/sh',
      'first=',
      'if [ -f /dev/stdin ]; then IFS= read -r first || :; fi',
      record('"$0"', '"$first"').replace('builtin ', ''),
      '',
    ].join('\n'),
    builtins: (shell: Shell): string =>
      recorded.map((name) => `function ${name} { ${record(`'${name}'`, "''", wordsIn(shell))}; }`).join('\n'),
    notFound: (shell: Shell): string =>
      `function ${shell === 'bash' ? 'command_not_found_handle' : 'command_not_found_handler'} { ${record("'not found'", "''", wordsIn(shell))}; return 127; }`,
  };
}
