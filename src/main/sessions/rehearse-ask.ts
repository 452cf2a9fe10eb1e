import { SessionId } from '../../shared/ids';
import type { RiskMark } from '../../shared/risk';
import { Tool } from '../../shared/tools';
import { whereNow } from '../asks/permission-context';
import { parseLine } from '../claude/wire';
import { realPathsOnce } from '../shell/real-path';
import { toAsk } from './to-ask';

/** Of every part of a shell's language a little, so that all of what reads it is met. */
const command = `cd sub && npm run "test:$KIND" -- --flag='a b' 2>&1 | grep -v '^#' > out.txt; rm -f *.log || true`;

/**
 * Looks at a made-up call, for nobody. A program is compiled when it first runs, and so the first ask took as long as ten later
 * ones; this is done while nobody waits.
 */
export function rehearseAsk(): readonly RiskMark[] {
  const request = { subtype: 'can_use_tool', tool_name: Tool.Bash, tool_use_id: 'rehearsal', input: { command } };
  const line = parseLine(JSON.stringify({ type: 'control_request', request_id: 'rehearsal', request }));
  if (line.kind !== 'request' || line.body.subtype !== 'can_use_tool') throw new Error('No permission was asked for.');
  return toAsk(SessionId.parse('rehearsal'), line.body, 0, { cwd: whereNow.home, home: whereNow.home, realpath: realPathsOnce() }).ask
    .marks;
}
