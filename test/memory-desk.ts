import { AskDesk } from '../src/main/asks/ask-desk';
import type { AskRecord, Grant } from '../src/main/asks/ask-record';
import type { AskStorage } from '../src/main/asks/ask-store';
import type { DeskDependencies, Outcome } from '../src/main/asks/desk-dependencies';
import { AppError } from '../src/shared/errors';

/** A storage without a disk. */
export function memoryStorage(initial: readonly AskRecord[] = []): AskStorage {
  let records = initial;
  let grants: readonly Grant[] = [];
  return {
    get records() {
      return records;
    },
    get grants() {
      return grants;
    },
    put: (...added) => {
      const ids = new Set(added.map(({ ask }) => ask.id));
      records = [...records.filter(({ ask }) => !ids.has(ask.id)), ...added];
    },
    remove: (id) => {
      records = records.filter(({ ask }) => ask.id !== id);
    },
    setGrants: (next) => {
      grants = next;
    },
  };
}

/** A desk without a disk, a ledger, rules or runs. It writes each ask at once. */
export function memoryDesk(options: Partial<DeskDependencies> = {}): AskDesk & { readonly outcomes: readonly Outcome[] } {
  const outcomes: Outcome[] = [];
  const desk = new AskDesk({
    store: memoryStorage(),
    record: (outcome) => {
      const { ask, decided, found } = outcome;
      // As the ledger does.
      if (!found || !outcomes.some((row) => row.ask.id === ask.id && row.decided?.at === decided?.at)) outcomes.push(outcome);
    },
    revive: async () => false,
    wholeInput: () => null,
    judge: () => ({ by: 'person' }),
    remember: () => {
      throw new AppError('no-rule', 'There are no rules here.');
    },
    timeoutOf: () => ({ minutes: null, policy: 'wait' }),
    answerLate: async () => undefined,
    wasAllowed: () => false,
    beforeRecording: () => undefined,
    scheduleBatch: (then) => then(),
    ...options,
  });
  return Object.assign(desk, { outcomes });
}
