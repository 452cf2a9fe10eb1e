import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ClaudeHome } from './claude-home';

const decision = (more: object): string => JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...more } });

/** Maps a word in a command to what the hook does with it. */
const script = `case "$(cat)" in
*hook-ask*) echo '${decision({ permissionDecision: 'ask', permissionDecisionReason: 'a person must look, kestrel' })}' ;;
*hook-rewrite*) echo '${decision({ updatedInput: { command: 'touch rewritten.txt', description: 'Do it' } })}' ;;
esac
`;

/** Writes Claude settings that ask: two rules and a hook. */
export function askInClaudeSettings({ home, configDir }: ClaudeHome): void {
  const hook = path.join(home, 'ask-hook.sh');
  writeFileSync(hook, script);
  const settings = {
    permissions: { ask: ['Bash(ls ask-me*)', 'Bash(grep:*)', 'Write'] },
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: `sh ${hook}` }] }] },
  };
  writeFileSync(path.join(configDir, 'settings.json'), JSON.stringify(settings));
}
