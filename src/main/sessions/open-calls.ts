import type { AskId } from '../../shared/ids';
import type { OrphanedAsk } from '../asks/desk-dependencies';
import { findCall, offerAgain } from '../claude/open-call';

/** What the CLI's transcript says about calls that wait for an answer although their run is gone. */
export interface OpenCalls {
  /** The next run asks for this one again, under the same id. */
  readonly offered: AskId | null;
  /** These have their results: the answer had arrived. */
  readonly settled: readonly AskId[];
}

/** Those whose calls have their results: the answer had arrived. */
export async function settledCalls(file: string | null, asks: readonly OrphanedAsk[]): Promise<AskId[]> {
  const settled: AskId[] = [];
  if (file === null) return settled;
  for (const { ask } of asks) if (ask.toolUseId !== null && (await findCall(file, ask.toolUseId)).state === 'settled') settled.push(ask.id);
  return settled;
}

/** Of several calls that are open the first in `asks` is offered: the CLI then forgets those that were made together with it. */
export async function offerOpenCalls(file: string | null, asks: readonly OrphanedAsk[], mode: string, backup: string): Promise<OpenCalls> {
  let offered: AskId | null = null;
  const settled: AskId[] = [];
  if (file === null) return { offered, settled };
  for (const { ask, input } of asks) {
    if (ask.toolUseId === null) continue;
    const { state } = await findCall(file, ask.toolUseId);
    if (state === 'settled') settled.push(ask.id);
    else if (state === 'open' && offered === null) {
      const call = { toolUseId: ask.toolUseId, toolName: ask.tool, input, mode };
      if (await offerAgain(file, call, backup)) offered = ask.id;
    }
  }
  return { offered, settled };
}
