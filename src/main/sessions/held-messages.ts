import os from 'node:os';
import type { AskId, SessionId } from '../../shared/ids';
import { Tool } from '../../shared/tools';
import type { AskDesk } from '../asks/ask-desk';
import type { ProtocolPeer } from '../claude/peer';
import type { PermissionRequest } from '../claude/permission-request';
import { realPathsOnce } from '../shell/real-path';
import { toAsk } from './to-ask';

type HoldingPeer = Pick<ProtocolPeer, 'letInHeldMessages' | 'dropHeldMessage'>;

interface Dependencies {
  readonly desk: Pick<AskDesk, 'ask' | 'noteResults'>;
  readonly now: () => number;
}

interface HeldMessage {
  readonly uuid: string;
  /** The sender's name, which the sender chose. */
  readonly sender: string;
}

const prefix = 'held-message-';

/** Whether an ask is about held messages. Their run held them, so without it there is nothing left to let in. */
export const isAboutHeldMessages = (toolUseId: string | null): boolean => toolUseId?.startsWith(prefix) === true;

/**
 * Messages of other sessions that a session's run holds back until a person lets them in. One ask is about all of them, because
 * the CLI can only let in all: another message withdraws it and asks again, so that nobody lets in what they were not told of.
 */
export class HeldMessages {
  readonly #id: SessionId;
  readonly #deps: Dependencies;
  readonly #folder: string;
  #held: readonly HeldMessage[] = [];
  readonly #dropped = new Set<string>();
  #asking: AbortController | null = null;

  constructor(id: SessionId, deps: Dependencies, folder: string) {
    this.#id = id;
    this.#deps = deps;
    this.#folder = folder;
  }

  hold(message: HeldMessage, peer: HoldingPeer): void {
    this.#held = [...this.#held, message];
    this.#ask(peer);
  }

  /** The CLI let the message in or dropped it without us. */
  forget(uuid: string, peer: HoldingPeer): void {
    const left = this.#held.filter((message) => message.uuid !== uuid);
    if (left.length === this.#held.length) return;
    this.#held = left;
    this.#ask(peer);
  }

  /** The CLI reports a dropped message as let in when it lets in others, and then does not read it. */
  wasDropped(uuid: string): boolean {
    return this.#dropped.has(uuid);
  }

  /** The run is gone, and the messages that it held with it. */
  endRun(): void {
    this.#held = [];
    this.#dropped.clear();
    this.#withdraw();
  }

  #ask(peer: HoldingPeer): void {
    this.#withdraw();
    const held = this.#held;
    const last = held.at(-1);
    if (!last) return;
    const asking = new AbortController();
    this.#asking = asking;
    const where = { cwd: this.#folder, home: os.homedir(), realpath: realPathsOnce() };
    const asked = toAsk(this.#id, toRequest(last.uuid, held), this.#deps.now(), where);
    this.#deps.desk.ask(asked, asking.signal, async ({ decision }) => {
      this.#asking = null;
      this.#held = [];
      try {
        if (decision.answer === 'deny') await Promise.all(held.map(({ uuid }) => this.#drop(uuid, peer)));
        else await peer.letInHeldMessages();
      } catch (error) {
        this.#held = [...held, ...this.#held];
        this.#asking ??= asking;
        throw error;
      }
      this.#settleSoon(asked.ask.id);
    });
  }

  async #drop(uuid: string, peer: HoldingPeer): Promise<void> {
    await peer.dropHeldMessage(uuid);
    this.#dropped.add(uuid);
  }

  /** No result of a call will come: the ask is over as soon as the desk knows that its answer arrived. */
  #settleSoon(id: AskId): void {
    setImmediate(() => this.#deps.desk.noteResults([id]));
  }

  #withdraw(): void {
    this.#asking?.abort('withdrawn');
    this.#asking = null;
  }
}

function toRequest(uuid: string, held: readonly HeldMessage[]): PermissionRequest {
  const senders = [...new Set(held.map(({ sender }) => sender))].join(', ');
  const count = held.length === 1 ? 'a message' : `${held.length} messages`;
  return {
    tool: Tool.ReceiveMessage,
    toolUseId: `${prefix}${uuid}`,
    input: { messages: `${count} from another Claude session: ${senders}` },
    agentId: null,
    blockedPath: null,
    reason: 'another session wrote it. Its text is shown after it is let in. If you deny it, it is dropped.',
    reasonType: null,
    ruleSource: null,
    hookSource: null,
    askRule: null,
    mcpServer: null,
    defaultToNo: true,
    needsPerson: true,
    suggestedRules: [],
  };
}
