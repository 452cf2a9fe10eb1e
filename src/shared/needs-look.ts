import type { Ask } from './ask';

/** The tray and every desktop's notifications show at least this many characters of a summary. */
export const longestOutsideLine = 120;

/**
 * Whether an ask must be read in a window before it is allowed. The tray, a notification and a key on a closed row show
 * only the summary, so there an ask can be allowed only when its summary says everything.
 */
export const needsLook = (ask: Ask): boolean =>
  ask.marks.length > 0 || ask.note === 'may-have-run' || ask.truncated || !ask.summaryIsComplete || ask.summary.length > longestOutsideLine;
