import type { createStore } from 'jotai';

/** Holds the window's atoms. */
export type Store = ReturnType<typeof createStore>;
