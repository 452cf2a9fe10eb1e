import { host } from '../base/host';

/** Starts a session with the demo agent. The main process creates a new folder each time. */
export const startDemo = (): Promise<unknown> =>
  host.request('sessions.create', {
    folder: 'demo',
    message: { text: 'Show me what you can do.', images: [] },
    model: null,
    planFirst: false,
    trust: null,
    demo: true,
  });
