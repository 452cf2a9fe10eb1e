import { AskDesk, type AskDeskOptions, type Outcome } from './ask-desk';
import type { AskRecord } from './ask-record';
import type { AskShelf } from './ask-store';

/** A shelf without a disk, for tests. */
export function memoryShelf(initial: readonly AskRecord[] = []): AskShelf {
  let records = initial;
  return {
    get records() {
      return records;
    },
    put: (record) => {
      records = [...records.filter(({ ask }) => ask.id !== record.ask.id), record];
    },
    remove: (id) => {
      records = records.filter(({ ask }) => ask.id !== id);
    },
  };
}

/** A desk without a disk, a ledger or runs to bring back, for tests of what is around it. */
export function memoryDesk(options: Partial<AskDeskOptions> = {}): AskDesk & { readonly outcomes: readonly Outcome[] } {
  const outcomes: Outcome[] = [];
  const desk = new AskDesk({
    store: memoryShelf(),
    record: (outcome) => outcomes.push(outcome),
    revive: async () => false,
    wholeInput: () => null,
    ...options,
  });
  return Object.assign(desk, { outcomes });
}
