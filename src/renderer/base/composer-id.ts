/** Where the focus goes when what had it is gone. There is one composer in the window. */
export const composerId = 'composer-message';
