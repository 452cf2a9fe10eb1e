import { createStore, Provider } from 'jotai';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { connectHost } from './connect-host';
import { FailureBoundary } from './failure-boundary';
import { report, reportFailures, reportFirstPaint } from './report-failures';
import { followAppearance } from './settings/follow-appearance';

// Where Radix's style element looks for the nonce that the content security policy asks of it.
Object.assign(globalThis, { __webpack_nonce__: document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce });

reportFailures();

const store = createStore();
followAppearance(store);
reportFirstPaint(connectHost(store)).catch(report);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <FailureBoundary>
      <Provider store={store}>
        <App />
      </Provider>
    </FailureBoundary>
  </StrictMode>,
);
