import { Provider } from 'jotai';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Store } from './base/store';
import { FailureBoundary } from './failure-boundary';

/** Draws a window in the place of the frame that index.html has for it. */
export function mount(store: Store, contents: ReactNode): void {
  // Where Radix's style element looks for the nonce that the content security policy asks of it.
  Object.assign(globalThis, { __webpack_nonce__: document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce });
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <FailureBoundary>
        <Provider store={store}>{contents}</Provider>
      </FailureBoundary>
    </StrictMode>,
  );
}
