import { randomUUID } from 'node:crypto';
import type { SessionId } from '../../shared/ids';
import type { ApprovalScope } from '../../shared/interaction';
import type { RememberedApproval } from '../../shared/tool-summary';
import { Emitter } from '../base/emitter';
import type { RulesFile } from './rule-book';

/** More than any tool needs. A tool that remembers without end must not fill the disk. */
const mostPerTool = 1_000;
const longestKey = 1_000;

interface Storage {
  readonly value: RulesFile;
  write(value: RulesFile): void;
}

/** The approvals that tools remember, in rules.json beside the rules. A tool chooses its keys and sees only its own. */
export class ToolApprovalBook {
  readonly #disk: Storage;
  readonly #now: () => number;
  /** Approvals for one call only. They end with the app. */
  readonly #once = new Set<string>();
  readonly #changed = new Emitter<readonly RememberedApproval[]>();

  constructor(disk: Storage, now: () => number = Date.now) {
    this.#disk = disk;
    this.#now = now;
  }

  readonly onChange = this.#changed.on;

  /** Oldest first. */
  get list(): readonly RememberedApproval[] {
    return this.#disk.value.approvals;
  }

  /** `once` is returned one time only. */
  take(tool: string, sessionId: SessionId, key: string): ApprovalScope | null {
    const found = this.list.filter((one) => one.tool === tool && one.key === key);
    if (found.some(({ scope }) => scope === 'always')) return 'always';
    if (found.some((one) => one.sessionId === sessionId)) return 'session';
    return this.#once.delete(onceKey(tool, sessionId, key)) ? 'once' : null;
  }

  remember(tool: string, sessionId: SessionId, key: string, scope: ApprovalScope): void {
    if (key.length === 0 || key.length > longestKey) throw new RangeError(`The key of an approval has 1 to ${longestKey} characters.`);
    if (scope === 'once') {
      this.#once.add(onceKey(tool, sessionId, key));
      return;
    }
    const owner = scope === 'session' ? sessionId : null;
    const others = this.list.filter((one) => one.tool !== tool || one.key !== key || one.sessionId !== owner);
    if (others.filter((one) => one.tool === tool).length >= mostPerTool)
      throw new RangeError(`${tool} remembers ${mostPerTool} approvals already. Revoke some in Settings.`);
    this.#write([...others, { id: randomUUID(), tool, key, scope, sessionId: owner, createdAt: this.#now() }]);
  }

  clearSession(tool: string, sessionId: SessionId): void {
    for (const one of [...this.#once]) if (one.startsWith(onceKey(tool, sessionId, ''))) this.#once.delete(one);
    this.#keep((one) => one.tool !== tool || one.sessionId !== sessionId);
  }

  revoke(id: string): void {
    this.#keep((one) => one.id !== id);
  }

  /** The session is closed, and its approvals go with it. */
  forget(sessionId: SessionId): void {
    this.#keep((one) => one.sessionId !== sessionId);
  }

  #keep(isKept: (one: RememberedApproval) => boolean): void {
    const kept = this.list.filter(isKept);
    if (kept.length < this.list.length) this.#write(kept);
  }

  #write(approvals: readonly RememberedApproval[]): void {
    this.#disk.write({ ...this.#disk.value, approvals: [...approvals] });
    this.#changed.emit(this.list);
  }
}

const onceKey = (tool: string, sessionId: SessionId, key: string): string => JSON.stringify([sessionId, tool]).concat(key);
