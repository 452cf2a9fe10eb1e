/** Where the focus goes when the inbox is closed. */
export const inboxButtonId = 'inbox-button';
