import type { SessionId } from '../../shared/ids';
import type { Ledger } from '../ledger/ledger';

const most = 100;
const pageSize = 500;
/** How many pages of a long transcript are searched. */
const mostPages = 20;

/** The messages that a person sent to a session, the newest last. Repeats in a row count once. */
export function sentMessages(ledger: Pick<Ledger, 'page' | 'item' | 'count'>, id: SessionId): string[] {
  const texts: string[] = [];
  let before = ledger.count(id);
  for (let page = 0; page < mostPages && before > 0 && texts.length < most; page++) {
    const items = ledger.page(id, { before, limit: pageSize });
    for (const item of items.toReversed()) {
      if (item.kind !== 'user') continue;
      const whole = item.truncated ? ledger.item(id, item.index) : item;
      const text = whole?.kind === 'user' ? whole.text : item.text;
      if (text.trim() !== '' && text !== texts.at(-1)) texts.push(text);
    }
    before = Math.max(0, before - pageSize);
  }
  return texts.slice(0, most).reverse();
}
