/** The least an Electron app must do for one ask: read a line, tell the window, paint, write the answer to disk, write it to the child. */
export const floorApp = `
import { app, BrowserWindow, ipcMain } from 'electron';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { writeFileSync, mkdirSync } from 'node:fs';
const data = process.env.BENCH_USER_DATA;
mkdirSync(data, { recursive: true });
app.setPath('userData', data);
const page = \`<body><script>
const { ipcRenderer } = require('electron');
const now = () => performance.timeOrigin + performance.now();
globalThis.run = ({ children, asks }) => new Promise((resolve) => {
  const seen = [];
  ipcRenderer.removeAllListeners('ask');
  ipcRenderer.on('ask', (_event, ask) => {
    const card = document.createElement('div');
    card.textContent = ask.toolUseId;
    document.body.append(card);
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        const paintedAt = now();
        const decidedAt = now();
        seen.push({ toolUseId: ask.toolUseId, paintedAt, decidedAt });
        void ipcRenderer.invoke('decide', ask);
        card.remove();
        if (seen.length === children * asks) resolve(seen);
      };
      channel.port2.postMessage(null);
    });
  });
  ipcRenderer.send('run', { children, asks });
});
</script>\`;
app.whenReady().then(async () => {
  const window = new BrowserWindow({ width: 1180, height: 760, webPreferences: { nodeIntegration: true, contextIsolation: false } });
  const running = new Map();
  let runs = 0;
  ipcMain.handle('decide', (_event, { child, toolUseId }) => {
    writeFileSync(data + '/asks.json', JSON.stringify({ toolUseId, decided: true }), { flush: true });
    running.get(child).stdin.write(JSON.stringify({ toolUseId }) + '\\n');
  });
  ipcMain.on('run', (_event, { children, asks }) => {
    for (let i = 0; i < children; i++) {
      const id = runs++;
      const child = spawn(process.execPath, [data + '.agent.mjs', String(id), String(asks)], {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      });
      running.set(id, child);
      createInterface({ input: child.stdout }).on('line', (line) => {
        const { toolUseId } = JSON.parse(line);
        writeFileSync(data + '/asks.json', JSON.stringify({ toolUseId }), { flush: true });
        window.webContents.send('ask', { child: id, toolUseId });
      });
    }
  });
  await window.loadURL('data:text/html,' + encodeURIComponent(page));
});
`;

/** A child that asks so many times, one after the other, and writes down when. */
export const floorAgent = `
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const [id, asks] = process.argv.slice(2).map(Number);
const note = (what, toolUseId) => {
  const at = performance.timeOrigin + performance.now();
  setImmediate(() => appendFileSync(process.env.BENCH_TIMES, JSON.stringify({ what, toolUseId, at }) + '\\n'));
};
let asked = 0;
const ask = () => {
  const toolUseId = id + '-' + asked++;
  note('asked', toolUseId);
  process.stdout.write(JSON.stringify({ toolUseId }) + '\\n');
};
createInterface({ input: process.stdin }).on('line', (line) => {
  note('answered', JSON.parse(line).toolUseId);
  if (asked < asks) setTimeout(ask, 20);
  else setTimeout(() => process.exit(0), 50);
});
ask();
`;
