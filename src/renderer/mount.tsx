import { Provider } from 'jotai';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Store } from './base/store';
import { FailureBoundary } from './failure-boundary';

/** Renders a window in place of the frame in index.html. */
export function mount(store: Store, contents: ReactNode): void {
  // Radix reads from here the nonce that the content security policy requires of its style element.
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
