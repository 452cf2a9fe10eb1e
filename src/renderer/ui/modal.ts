/** Whether a modal dialog is open. Radix sets this attribute while one is. */
export const modalIsOpen = (): boolean => document.body.hasAttribute('data-scroll-locked');
