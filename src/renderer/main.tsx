import { createStore } from 'jotai';
import { App } from './app';
import { report, reportFailures, reportFirstPaint } from './base/report-failures';
import { connectHost } from './connect-host';
import { mount } from './mount';
import { followAppearance } from './settings/follow-appearance';

reportFailures();

const store = createStore();
followAppearance(store);
reportFirstPaint(connectHost(store)).catch(report);

mount(store, <App />);
