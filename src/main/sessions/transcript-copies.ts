import type { SessionId } from '../../shared/ids';
import { readPastSession } from '../claude/past-transcript';
import { TranscriptBuilder } from '../claude/transcript/builder';
import type { Ledger } from '../ledger/ledger';
import { finalizeItem } from './finalize-item';

const copyBatch = 500;

/** Copies the present transcript of one session to another. */
export function copyTranscript(ledger: Ledger, from: SessionId, to: SessionId): void {
  const count = ledger.count(from);
  for (let start = 0; start < count; start += copyBatch) {
    const full = ledger.fullPage(from, { from: start, limit: copyBatch });
    const short = ledger.page(from, { from: start, limit: copyBatch });
    ledger.write(
      to,
      short.map((item, i) => {
        const whole = full[i];
        return item.truncated && whole ? { item: finalizeItem(item), full: finalizeItem(whole) } : { item: finalizeItem(item) };
      }),
    );
  }
}

/** Reads one of the CLI's transcript files into a session's transcript. */
export async function importTranscript(ledger: Ledger, file: string, to: SessionId, now: () => number): Promise<void> {
  const builder = new TranscriptBuilder({ now });
  for await (const event of readPastSession(file)) ledger.write(to, builder.add(event));
  ledger.write(to, builder.endRun());
}
