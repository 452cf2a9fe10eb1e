/** The CLI whose behaviour this agent follows. */
export const VERSION = '2.1.197';

export const TOOLS = ['AskUserQuestion', 'Bash', 'Edit', 'EnterPlanMode', 'ExitPlanMode', 'Read', 'Write'];

const model = (/** @type {string} */ value, /** @type {string} */ resolvedModel, /** @type {string} */ displayName) => ({
  value,
  resolvedModel,
  displayName,
  description: 'Demo agent: every model tells the same story',
});

export const MODELS = [
  model('default', 'claude-sonnet-5', 'Default (recommended)'),
  model('sonnet', 'claude-sonnet-5', 'Sonnet'),
  model('opus', 'claude-opus-4-8', 'Opus'),
  model('haiku', 'claude-haiku-4-5-20251001', 'Haiku'),
];

/** The answer to `initialize`. */
export const introduction = () => ({
  commands: [
    { name: 'compact', description: 'Clear conversation history but keep a summary in context', argumentHint: '' },
    { name: 'context', description: 'Show current context usage', argumentHint: '' },
  ],
  agents: [{ name: 'general-purpose', description: 'General-purpose agent for multi-step tasks.' }],
  output_style: 'default',
  available_output_styles: ['default'],
  models: MODELS,
  account: { tokenSource: 'none', apiKeySource: 'none', apiProvider: 'firstParty' },
  pid: process.pid,
});

const WINDOW = 200_000;

/** The answer to `get_context_usage`. @param {string} modelName @param {number} tokens */
export const contextUsage = (modelName, tokens) => ({
  categories: [
    { name: 'System prompt', tokens: 1_600, color: 'promptBorder' },
    { name: 'System tools', tokens: 17_000, color: 'inactive' },
    { name: 'Messages', tokens, color: 'text' },
    { name: 'Free space', tokens: WINDOW - 18_600 - tokens, color: 'promptBorder' },
  ],
  totalTokens: 18_600 + tokens,
  maxTokens: WINDOW,
  rawMaxTokens: WINDOW,
  autocompactSource: 'auto',
  percentage: Math.round(((18_600 + tokens) / WINDOW) * 100),
  gridRows: [],
  model: modelName,
  memoryFiles: [],
  mcpTools: [],
  agents: [],
  isAutoCompactEnabled: true,
  autoCompactThreshold: 167_000,
});
