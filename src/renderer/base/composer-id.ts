/** The DOM id of the message field. It gets the focus when the focused element is removed. The window has one composer. */
export const composerId = 'composer-message';
