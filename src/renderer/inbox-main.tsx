import { createStore } from 'jotai';
import { InboxView } from './asks/inbox-view';
import { report, reportFailures } from './base/report-failures';
import { connectInbox } from './connect-inbox';
import { mount } from './mount';
import { followAppearance } from './settings/follow-appearance';

reportFailures();
document.title = 'Waiting for you';

const store = createStore();
followAppearance(store);
// Render only after the first read, so that it never wrongly says that nothing waits.
connectInbox(store)
  .catch(report)
  .finally(() => mount(store, <InboxView />));
