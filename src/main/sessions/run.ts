import type { RunId } from '../../shared/ids';
import { Child, type StopOptions } from '../claude/child';
import type { LaunchPlan } from '../claude/launch-plan';
import type { Tether } from '../claude/leash';
import { type PeerHandlers, ProtocolPeer } from '../claude/peer';
import type { TransportEnd } from '../claude/transport';

/** One child process serving a session, from spawn to exit. */
export interface Run {
  readonly id: RunId;
  readonly pid: number | null;
  readonly peer: ProtocolPeer;
  /** The newest lines of its error output. */
  readonly errorLines: readonly string[];
  stop(options: StopOptions): Promise<TransportEnd>;
  killNow(): void;
}

export type StartRun = (id: RunId, plan: LaunchPlan, handlers: PeerHandlers) => Run;

/** Runs that are children of the app, and die with it. */
export const startChildRun =
  (tether: Tether): StartRun =>
  (id, plan, handlers) => {
    const child = new Child(plan, { tether });
    const peer = new ProtocolPeer(child, handlers);
    return {
      id,
      peer,
      pid: child.pid,
      get errorLines() {
        return child.errorLines;
      },
      stop: (options) => child.stop(options),
      killNow: () => child.killNow(),
    };
  };
