import type { SlashCommand } from '../../shared/session';
import type { Initialized } from '../claude/answers';
import { shortLine } from './short-line';

/** A skill's description may be a whole page, written for a model. */
const longest = 160;

/** A command as a list for people shows it. */
export function toSlashCommand({ name, description = '', argumentHint = '' }: Initialized['commands'][number]): SlashCommand {
  const [line = ''] = description.split('\n', 1);
  return { name, description: shortLine(line, longest), argumentHint: shortLine(argumentHint, longest) };
}
