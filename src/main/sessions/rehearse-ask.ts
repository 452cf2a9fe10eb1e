import { SessionId } from '../../shared/ids';
import type { RiskMark } from '../../shared/risk';
import { Tool } from '../../shared/tools';
import { diskContext } from '../asks/permission-context';
import { rehearseRequest } from '../claude/rehearse-request';
import { realPathsOnce } from '../shell/real-path';
import { toAsk } from './to-ask';

/** Uses many parts of the shell's syntax, so that most of the analyser's code runs. */
const command = `cd sub && npm run "test:$KIND" -- --flag='a b' 2>&1 | grep -v '^#' > out.txt; rm -f *.log || true`;

/**
 * Judges a made-up call while nobody waits. Code is compiled when it first runs, so without this the first ask takes as long as
 * ten later ones.
 */
export function rehearseAsk(): readonly RiskMark[] {
  const request = rehearseRequest(Tool.Bash, { command });
  return toAsk(SessionId.parse('rehearsal'), request, 0, { cwd: diskContext.home, home: diskContext.home, realpath: realPathsOnce() }).ask
    .marks;
}
