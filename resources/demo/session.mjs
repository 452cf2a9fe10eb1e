import { randomUUID } from 'node:crypto';
import { Meter } from './meter.mjs';
import { MODELS, TOOLS, VERSION } from './self.mjs';

/** @typedef {import('./json.mjs').Json} Json */
/** @typedef {import('./permissions.mjs').Rule} Rule */

/** What lasts from turn to turn, and the one place that writes to stdout. */
export class Session {
  /** @type {Rule[]} */
  rules;
  /** Ignores signals and the end of input, once a scenario says so. */
  stubborn = false;
  /** What goes on in the background, as a scenario says. @type {Json[]} */
  #tasks = [];
  #mode;
  #modeBeforePlan = 'default';
  #model;
  #partial;
  #state = 'idle';
  #tellsState = process.env.CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS === '1';

  /**
   * @param {import('./command-line.mjs').Options} options
   * @param {string} cwd
   * @param {import('./transcript.mjs').Transcript} transcript
   */
  constructor(options, cwd, transcript) {
    this.id = options.sessionId;
    this.cwd = cwd;
    this.transcript = transcript;
    this.meter = new Meter();
    this.rules = [...options.allowed];
    this.#mode = options.mode;
    this.#model = options.model;
    this.#partial = options.partial;
    /** Every delay of a scenario is multiplied by it: 0 for none. */
    this.pace = Math.max(0, Number(process.env.SIGNALBOX_DEMO_SPEED ?? 1) || 0);
  }

  get mode() {
    return this.#mode;
  }

  get model() {
    return MODELS.find(({ value }) => value === this.#model)?.resolvedModel ?? this.#model;
  }

  /** One line, as it is. @param {Json} line */
  send(line) {
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }

  /** One line of this session. @param {Json} line */
  say(line) {
    this.send({ ...line, session_id: this.id, uuid: line.uuid ?? randomUUID() });
  }

  /** An event of the model's API, for those who asked for partial messages. @param {Json} event @param {Json} [more] */
  stream(event, more) {
    if (this.#partial) this.say({ type: 'stream_event', event, parent_tool_use_id: null, ...more });
  }

  /** A message of the conversation: printed, and kept. @param {'user' | 'assistant'} type @param {Json} message @param {Json} [more] */
  converse(type, message, more = {}) {
    const uuid = randomUUID();
    const { tool_use_result: toolUseResult, ...rest } = more;
    this.transcript.add({ type, message, uuid, ...(toolUseResult === undefined ? {} : { toolUseResult }), ...rest });
    const stamp = type === 'user' ? { timestamp: new Date().toISOString() } : {};
    this.say({ type, message, parent_tool_use_id: null, uuid, ...stamp, ...more });
  }

  /** @param {'running' | 'requires_action' | 'idle'} state */
  setState(state) {
    if (state === this.#state && state !== 'requires_action') return;
    this.#state = state;
    if (this.#tellsState) this.say({ type: 'system', subtype: 'session_state_changed', state });
  }

  /** @param {Json[]} tasks */
  setTasks(tasks) {
    this.#tasks = tasks;
    this.say({ type: 'system', subtype: 'background_tasks_changed', tasks });
  }

  /** @param {unknown} id */
  stopTask(id) {
    const task = this.#tasks.find(({ task_id }) => task_id === id);
    if (!task) return;
    this.say({ type: 'system', subtype: 'task_notification', task_id: id, status: 'stopped', output_file: '', summary: task.description });
    this.setTasks(this.#tasks.filter((other) => other !== task));
  }

  /** @param {string} mode */
  setMode(mode) {
    if (mode === 'plan' && this.#mode !== 'plan') this.#modeBeforePlan = this.#mode;
    this.#mode = mode;
    this.say({ type: 'system', subtype: 'status', status: null, permissionMode: mode });
  }

  leavePlan() {
    if (this.#mode === 'plan') this.setMode(this.#modeBeforePlan);
  }

  /** @param {string} model */
  setModel(model) {
    this.#model = model;
    const content = `<local-command-stdout>Set model to ${model} (${this.model})</local-command-stdout>`;
    const timestamp = new Date().toISOString();
    this.say({ type: 'user', message: { role: 'user', content }, parent_tool_use_id: null, timestamp, isReplay: true });
  }

  /** The line that opens every turn. @param {import('./mcp.mjs').McpServers} mcp */
  introduce(mcp) {
    const { tools, servers } = mcp.introduction;
    this.say({
      type: 'system',
      subtype: 'init',
      cwd: this.cwd,
      tools: [...TOOLS, ...tools],
      mcp_servers: servers,
      model: this.model,
      permissionMode: this.#mode,
      slash_commands: [],
      apiKeySource: 'none',
      claude_code_version: VERSION,
      output_style: 'default',
      agents: [],
      skills: [],
      plugins: [],
    });
  }
}
