import type { TranscriptItem } from '../../src/shared/transcript';

const at = Date.UTC(2026, 10, 16, 9, 30);
const call = { kind: 'tool', parentToolUseId: null, status: 'ok', progress: null } as const;
const done = (text: string) => ({ text, images: [], outcome: null });
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Text that an attacker could make a model produce. */
const hostileMarkdown = `<script>document.title = 'taken'</script>

<img src="https://example.com/pixel.png" onerror="document.title = 'taken'">

![a picture](https://example.com/tracker.png) and [a link](javascript:alert(1)) and [the docs](https://example.com/docs).`;

type Loose = TranscriptItem extends infer One
  ? One extends TranscriptItem
    ? Omit<One, 'index' | 'key' | 'at' | 'truncated'>
    : never
  : never;

const items: readonly Loose[] = [
  { kind: 'user', uuid: 'u', text: 'Show me everything.', images: [{ mediaType: 'image/png', data: picture }], state: 'sent' },
  { kind: 'thinking', messageId: 'm', parentToolUseId: null, text: 'Where to begin?', state: 'done' },
  {
    kind: 'text',
    messageId: 'm',
    parentToolUseId: null,
    text: '# A heading\n\nSome **bold** and `code`, and a list:\n\n1. one\n2. two\n   - nested\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted\n\n```ts\nexport const answer = 42; // of course\n```',
    state: 'done',
  },
  { kind: 'text', messageId: 'm', parentToolUseId: null, text: hostileMarkdown, state: 'done' },
  {
    ...call,
    toolUseId: 'bash',
    name: 'Bash',
    input: { command: 'npm run build\n  && npm test', description: 'Build and test' },
    result: done(Array.from({ length: 30 }, (_, line) => `line ${line} of the output`).join('\n')),
    decision: { answer: 'allow', surface: 'rule', at, by: 'rule Bash(npm run *)', reason: null, note: null, edited: null },
  },
  {
    ...call,
    toolUseId: 'failed',
    name: 'Bash',
    status: 'error',
    input: { command: 'check-departures' },
    result: done('Exit code 127\ncheck-departures: command not found'),
    decision: {
      answer: 'allow',
      surface: 'dialog',
      at,
      by: null,
      reason: null,
      note: null,
      edited: { command: 'check-departures --strict' },
    },
  },
  {
    ...call,
    toolUseId: 'denied',
    name: 'Bash',
    status: 'denied',
    input: { command: 'rm -rf build' },
    result: done('Keep the build.'),
    decision: { answer: 'deny', surface: 'tray', at, by: null, reason: 'Keep the build.', note: null, edited: null },
  },
  {
    ...call,
    toolUseId: 'edit',
    name: 'Edit',
    input: { file_path: '/project/board.ts', old_string: 'a', new_string: 'b' },
    result: {
      text: 'Updated',
      images: [],
      outcome: {
        what: 'patch',
        path: '/project/board.ts',
        created: false,
        hunks: [
          {
            oldStart: 8,
            oldLines: 3,
            newStart: 8,
            newLines: 4,
            lines: [' const a = 1;', '-const late = false;', '+const late = true;', '+const by = 8;', ' show(a);'],
          },
          { oldStart: 40, oldLines: 1, newStart: 41, newLines: 1, lines: ['-end();', '+finish();'] },
        ],
      },
    },
  },
  {
    ...call,
    toolUseId: 'write',
    name: 'Write',
    status: 'running',
    input: { file_path: '/project/new.css', content: 'body {\n  color: red;\n}\n' },
    result: null,
  },
  { ...call, toolUseId: 'read', name: 'Read', input: { file_path: '/project/board.ts' }, result: done('1\tconst a = 1;') },
  { ...call, toolUseId: 'grep', name: 'Grep', input: { pattern: 'late', path: '/project' }, result: done('board.ts:9') },
  {
    ...call,
    toolUseId: 'web',
    name: 'WebFetch',
    input: { url: 'https://example.com/docs', prompt: 'Sum it up' },
    result: done('It is *about* trains.'),
  },
  {
    ...call,
    toolUseId: 'todo',
    name: 'TodoWrite',
    input: {
      todos: [
        { content: 'Build the board', status: 'completed' },
        { content: 'Colour late trains', status: 'in_progress' },
        { content: 'Check the page', status: 'pending' },
      ],
    },
    result: done('ok'),
  },
  {
    ...call,
    toolUseId: 'agent',
    name: 'Agent',
    input: { subagent_type: 'Explore', description: 'Find the tests', prompt: 'Look for tests.' },
    result: { text: 'There are **three**.', images: [], outcome: { what: 'agent', tokens: 12_345, durationMs: 8_000, toolUses: 2 } },
  },
  { ...call, toolUseId: 'inner-1', name: 'Glob', parentToolUseId: 'agent', input: { pattern: '**/*.test.ts' }, result: done('a.test.ts') },
  { kind: 'text', messageId: 'm', parentToolUseId: 'agent', text: 'The subagent says hello.', state: 'done' },
  { ...call, toolUseId: 'mcp', name: 'mcp__github__list_issues', input: { repo: 'a/b', open: true }, result: done('[]') },
  { ...call, toolUseId: 'odd', name: 'Teleport', input: { to: 'Ash Vale', via: ['Birch Halt'] }, result: done('Arrived.') },
  { kind: 'note', note: { what: 'mode', mode: 'plan', before: 'default' } },
  {
    kind: 'note',
    note: { what: 'compaction', state: 'done', trigger: 'auto', tokensBefore: 150_000, tokensAfter: 9_000, text: 'What matters.' },
  },
  { kind: 'note', note: { what: 'rate-limit', status: 'allowed_warning', limit: 'five_hour', resetsAtMs: at, utilization: 0.9 } },
  { kind: 'note', note: { what: 'crash', exitCode: 3, signal: null, stderr: 'boom' } },
  {
    kind: 'result',
    outcome: 'done',
    reason: 'completed',
    text: null,
    apiErrorStatus: null,
    costUsd: 0.0421,
    totalCostUsd: 0.5,
    tokens: { input: 120, output: 800, cacheRead: 20_000, cacheWrite: 1_000 },
    durationMs: 65_000,
    modelTurns: 6,
  },
];

/** One item of every kind that a transcript can contain. */
export const everyKind: readonly TranscriptItem[] = items.map((item, index) => ({
  ...item,
  index,
  key: item.kind === 'tool' ? `tool:${item.toolUseId}` : `kind:${index}`,
  at,
  truncated: false,
}));
