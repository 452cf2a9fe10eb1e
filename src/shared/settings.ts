import { z } from 'zod';
import { maxFontSize, maxMinutes, maxModelNameLength, maxPathLength, minFontSize } from './limits';
import { PermissionMode } from './session';

/** What happens when an ask's time runs out: it stays pending, is denied, or is denied for now and answered later. */
export const TimeoutPolicy = z.enum(['wait', 'deny', 'late']);
export type TimeoutPolicy = z.infer<typeof TimeoutPolicy>;

/** Null minutes mean no time limit. */
export const Timeout = z.strictObject({
  minutes: z.number().min(0.01).max(maxMinutes).nullable(),
  policy: TimeoutPolicy,
});
export type Timeout = z.infer<typeof Timeout>;

/** The person's choices. */
export const Settings = z.strictObject({
  /** The `claude` to run, if it is not the one that the search finds. */
  claudePath: z.string().min(1).max(maxPathLength).nullable(),
  theme: z.enum(['system', 'light', 'dark']),
  /** The font size of ordinary text, in pixels. */
  fontSize: z.int().min(minFontSize).max(maxFontSize),
  /** Shows sessions as a list beside the transcript, even when they would fit as tabs. */
  sessionsAsList: z.boolean(),
  /** The defaults of the New session dialog. "All" is never a default. */
  permissionMode: PermissionMode.exclude(['all']),
  planFirst: z.boolean(),
  model: z.string().min(1).max(maxModelNameLength).nullable(),
  /** How long "Auto-approve all" lasts by default. */
  allMinutes: z.number().min(1).max(maxMinutes),
  /** The limit for forms is only for those of MCP servers. A tool of ours sets its own. */
  timeouts: z.strictObject({
    permission: Timeout,
    question: Timeout,
    plan: Timeout,
    form: Timeout.default({ minutes: null, policy: 'wait' }),
  }),
  notifications: z.strictObject({ asks: z.boolean(), finished: z.boolean(), failed: z.boolean() }),
  doNotDisturb: z.boolean(),
  /** Flashes in the taskbar or bounces in the dock, once for each new ask. */
  flash: z.boolean(),
  /** The key that opens the inbox over other windows; null when none is chosen. */
  globalShortcut: z.string().min(1).max(100).nullable(),
  startAtLogin: z.boolean(),
  /** Whether tools may ask in the window. If not, their prompts are shown read-only. */
  interactive: z.boolean().default(true),
  /** The port of the API on the loopback address; null while it is off. */
  httpPort: z.int().min(1).max(65_535).nullable().default(null),
});
export type Settings = z.infer<typeof Settings>;

/** Contains only the changed values, also inside groups, so that two controls of one group never undo each other. */
export const SettingsChange = Settings.extend({
  timeouts: z
    .strictObject({ permission: Timeout.partial(), question: Timeout.partial(), plan: Timeout.partial(), form: Timeout.partial() })
    .partial(),
  notifications: Settings.shape.notifications.partial(),
}).partial();
export type SettingsChange = z.infer<typeof SettingsChange>;

const noTimeout: Timeout = { minutes: null, policy: 'wait' };
export const defaultSettings: Settings = {
  claudePath: null,
  theme: 'system',
  fontSize: 13,
  sessionsAsList: false,
  permissionMode: 'ask',
  planFirst: false,
  model: null,
  allMinutes: 30,
  timeouts: { permission: noTimeout, question: noTimeout, plan: noTimeout, form: noTimeout },
  notifications: { asks: true, finished: false, failed: true },
  doNotDisturb: false,
  flash: false,
  globalShortcut: null,
  startAtLogin: false,
  interactive: true,
  httpPort: null,
};
