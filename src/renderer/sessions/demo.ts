import { host } from '../base/host';

/** A session with the demo agent. The main process makes the folder: a new one each time. */
export const startDemo = (): Promise<unknown> =>
  host.request('sessions.create', {
    folder: 'demo',
    message: { text: 'Show me what you can do.', images: [] },
    model: null,
    planFirst: false,
    trust: null,
    demo: true,
  });
