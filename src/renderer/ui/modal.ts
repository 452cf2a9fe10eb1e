/** Whether a modal dialog is open: Radix marks the page while one keeps it from scrolling. */
export const modalIsOpen = (): boolean => document.body.hasAttribute('data-scroll-locked');
