import { expect, it } from 'vitest';
import { findCommandShell } from './command-shell';

const find = (env: Record<string, string>, there: string[], own: Record<string, string> = {}, platform: NodeJS.Platform = 'linux') =>
  findCommandShell(env, { canRun: (file) => there.includes(file), settings: () => own, platform });

it.each<[string, Record<string, string>, string[], string | null, Record<string, string>?]>([
  ['the one that is set for the CLI', { CLAUDE_CODE_SHELL: '/opt/zsh', SHELL: '/bin/bash' }, ['/opt/zsh', '/bin/bash'], '/opt/zsh'],
  ['the login shell', { SHELL: '/bin/bash' }, ['/bin/bash', '/bin/zsh'], '/bin/bash'],
  ['zsh where the login shell is another', { SHELL: '/usr/bin/fish', PATH: '/x' }, ['/usr/bin/fish', '/bin/bash', '/x/zsh'], '/x/zsh'],
  ['bash where there is no zsh', {}, ['/usr/bin/bash'], '/usr/bin/bash'],
  ['the one in the person’s settings', { SHELL: '/bin/zsh' }, ['/bin/zsh', '/bin/bash'], '/bin/bash', { CLAUDE_CODE_SHELL: '/bin/bash' }],
  ['the login shell in the person’s settings', { SHELL: '/bin/zsh' }, ['/bin/zsh', '/bin/bash'], '/bin/bash', { SHELL: '/bin/bash' }],
  ['no other program whose path has the word in it', { CLAUDE_CODE_SHELL: '/opt/bash/evil' }, ['/opt/bash/evil', '/bin/zsh'], '/bin/zsh'],
  ['none by a relative path', { CLAUDE_CODE_SHELL: 'bash', PATH: 'bin' }, ['bash', 'bin/bash'], null],
  ['none that is not there', { SHELL: '/bin/zsh' }, [], null],
])('finds %s', (_which, env, there, expected, own) => {
  expect(find(env, there, own)).toBe(expected);
});

it('leaves it to the CLI on Windows', () => {
  expect(find({ SHELL: '/bin/bash' }, ['/bin/bash'], {}, 'win32')).toBeNull();
});
