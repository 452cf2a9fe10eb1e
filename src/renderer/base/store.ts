import type { createStore } from 'jotai';

/** The jotai store of a window. */
export type Store = ReturnType<typeof createStore>;
