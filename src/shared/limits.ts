/*
 * Limits that several parts must agree on: main rejects a larger value, so the window must not let a person enter one.
 * A limit that only one file needs is in that file. Lengths are in UTF-16 code units, as `String.length` counts.
 */

/** A message, a draft, text that is copied, or text that is typed or pasted into a terminal. */
export const maxTextLength = 5_000_000;

/** The file of one picture. The CLI gets it as base64, which is a third longer. */
export const maxImageBytes = 15_000_000;
/**
 * Pictures cross between the window and main in chunks of at most this size, because main can do nothing else while it copies a
 * message. It is a multiple of 3, so that the chunks can be encoded as base64 one by one.
 */
export const imageChunkBytes = 786_432;
export const maxImagesPerMessage = 20;

/** Linux accepts no longer path. */
export const maxPathLength = 4_096;
export const maxUrlLength = 8_192;

/** The title of a session. */
export const maxTitleLength = 200;
export const maxModelNameLength = 200;

/** A text to search for. */
export const maxQueryLength = 1_000;

/** Items of a transcript, or decisions, in one page. */
export const maxPageSize = 500;

/** A failure that the window reports to the log. */
export const maxFailureMessageLength = 2_000;
export const maxFailureStackLength = 20_000;

/** The font size of ordinary text, in pixels. */
export const minFontSize = 11;
export const maxFontSize = 20;

/** How long "Auto-approve all" or the time limit of an ask may last: a day. */
export const maxMinutes = 24 * 60;
