import { z } from 'zod';
import { maxFontSize, maxMinutes, maxModelNameLength, maxPathLength, minFontSize } from './limits';
import { PermissionMode } from './session';

/** What happens when an ask's time runs out: it goes on waiting, is denied, or is denied for now and answered later. */
export const TimeoutPolicy = z.enum(['wait', 'deny', 'late']);
export type TimeoutPolicy = z.infer<typeof TimeoutPolicy>;

/** Null minutes is no time limit. */
export const Timeout = z.strictObject({
  minutes: z.number().min(0.01).max(maxMinutes).nullable(),
  policy: TimeoutPolicy,
});
export type Timeout = z.infer<typeof Timeout>;

/** What the person chose. */
export const Settings = z.strictObject({
  /** The `claude` to run, where the search would find another or none. */
  claudePath: z.string().min(1).max(maxPathLength).nullable(),
  theme: z.enum(['system', 'light', 'dark']),
  /** Of ordinary text, in pixels. */
  fontSize: z.int().min(minFontSize).max(maxFontSize),
  /** Sessions as a list beside the transcript, also while they would fit as tabs. */
  sessionsAsList: z.boolean(),
  /** What New session starts from. "All" is never a default. */
  permissionMode: PermissionMode.exclude(['all']),
  planFirst: z.boolean(),
  model: z.string().min(1).max(maxModelNameLength).nullable(),
  /** How long "Auto-approve all" lasts unless the person says otherwise. */
  allMinutes: z.number().min(1).max(maxMinutes),
  /** Not strict: files of earlier versions also have a time limit for forms. */
  timeouts: z.object({ permission: Timeout, question: Timeout, plan: Timeout }),
  notifications: z.strictObject({ asks: z.boolean(), finished: z.boolean(), failed: z.boolean() }),
  doNotDisturb: z.boolean(),
  /** Flashes in the taskbar or bounces in the dock, once for each new ask. */
  flash: z.boolean(),
  /** Opens the inbox over whatever is in front; null while none is chosen. */
  globalShortcut: z.string().min(1).max(100).nullable(),
  startAtLogin: z.boolean(),
});
export type Settings = z.infer<typeof Settings>;

/** Only what is to change, inside the groups too: two controls of one group never undo each other. */
export const SettingsChange = Settings.extend({
  timeouts: z.strictObject({ permission: Timeout.partial(), question: Timeout.partial(), plan: Timeout.partial() }).partial(),
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
  timeouts: { permission: noTimeout, question: noTimeout, plan: noTimeout },
  notifications: { asks: true, finished: false, failed: true },
  doNotDisturb: false,
  flash: false,
  globalShortcut: null,
  startAtLogin: false,
};
