import type { SlashCommand } from '../../shared/session';
import { truncateLine } from '../../shared/truncate';
import type { Initialized } from '../claude/answers';

/** A skill's description may be a whole page, written for a model. */
const longest = 160;

/** A command as a list for people shows it. */
export function toSlashCommand({ name, description = '', argumentHint = '' }: Initialized['commands'][number]): SlashCommand {
  const [line = ''] = description.split('\n', 1);
  return { name, description: truncateLine(line, longest), argumentHint: truncateLine(argumentHint, longest) };
}
