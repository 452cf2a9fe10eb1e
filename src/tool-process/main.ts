import { messageOf } from '../shared/errors';
import { CallRunner } from './call-runner';
import { loadTool } from './load-tool';
import { logLine } from './log-line';
import { ToTool } from './messages';
import { openPort } from './port';
import { RequestsToMain } from './requests-to-main';

// The process of one tool. It runs the author's code, and has nothing of the app but this port.

// Main sets it to run Electron as Node. Programs that the tool starts must not inherit it.
delete process.env.ELECTRON_RUN_AS_NODE;

const port = openPort();
const requests = new RequestsToMain(port);
let calls: CallRunner | null = null;

process.on('uncaughtException', (error) => {
  logLine(error);
  port.post({ type: 'crashed', message: messageOf(error).slice(0, 1_000) });
  process.exit(1);
});

port.onMessage((raw) => {
  const message = ToTool.parse(raw);
  switch (message.type) {
    case 'load':
      void load(message.file);
      break;
    case 'call':
      void calls?.run(message.call, message.args, message.context);
      break;
    case 'cancel':
      port.post({ type: 'cancel-seen', call: message.call });
      calls?.cancel(message.call);
      break;
    case 'reply':
      requests.settle(message.request, message.reply);
      break;
  }
});
port.post({ type: 'started' });

async function load(file: string): Promise<void> {
  const loaded = await loadTool(file);
  if (typeof loaded === 'string') {
    port.post({ type: 'load-failed', message: loaded });
    return;
  }
  calls = new CallRunner(loaded.definition, port, requests);
  port.post({ type: 'loaded', tool: loaded.tool });
}
