import { z } from 'zod';
import type { ErrorCode } from './errors';
import { Notice } from './notice';

/** What the app is and what it runs on. */
export const AppInfo = z.strictObject({
  version: z.string(),
  electron: z.string(),
  platform: z.string(),
  notices: z.array(Notice),
});
export type AppInfo = z.infer<typeof AppInfo>;

/** A failure in the window, for the log. Bounded, because a broken window may report without end. */
export const WindowFailure = z.strictObject({
  message: z.string().max(2_000),
  stack: z.string().max(20_000).optional(),
});
export type WindowFailure = z.infer<typeof WindowFailure>;

const nothing = z.undefined();

/** Every request a window may make of the main process: what it sends, what it gets. */
export const requests = {
  'app.info': { params: nothing, result: AppInfo },
  /** The window's first content was painted, in milliseconds since the epoch. */
  'app.painted': { params: z.strictObject({ at: z.number() }), result: z.void() },
  'app.failed': { params: WindowFailure, result: z.void() },
  'app.openLogs': { params: nothing, result: z.void() },
  'app.copyDiagnostics': { params: nothing, result: z.void() },
  'links.open': { params: z.strictObject({ url: z.string().max(8_192) }), result: z.void() },
} as const;

/** Actions of the application menu that the window carries out. */
export const WindowCommand = z.enum(['new-session']);
export type WindowCommand = z.infer<typeof WindowCommand>;

/** Every event the main process sends to windows. Small facts are sent whole. */
export const events = {
  'notices.changed': z.array(Notice),
  'window.command': WindowCommand,
} as const;

export type RequestName = keyof typeof requests;
export type Params<N extends RequestName> = z.infer<(typeof requests)[N]['params']>;
export type Result<N extends RequestName> = z.infer<(typeof requests)[N]['result']>;
export type EventName = keyof typeof events;
export type Payload<N extends EventName> = z.infer<(typeof events)[N]>;

/** What crosses the bridge in answer to a request: Electron would lose an error's code. */
export type Reply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string };

/** The whole of what the preload script gives the window. */
export interface Bridge {
  request(name: string, params: unknown): Promise<unknown>;
  /** Returns the way to stop listening. */
  onEvent(listener: (name: string, payload: unknown) => void): () => void;
}
