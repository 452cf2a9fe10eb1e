/**
 * The least an Electron app must do for one ask: read the run's lines, write the ask to disk, tell the window, which paints it;
 * take the click, write it to disk, hand it to the run. The runs are the same demo agents, so they cost the same.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { app, BrowserWindow, ipcMain } from 'electron';

const agent = path.resolve(import.meta.dirname, '..', 'resources', 'demo', 'agent.mjs');
const data = process.env.BENCH_USER_DATA ?? '';
mkdirSync(data, { recursive: true });
app.setPath('userData', data);

/** @typedef {{ child: string, requestId: string, toolUseId: string, input: unknown }} Ask */

/** As the app does (src/main/claude/lower-priority.ts), or the runs would weigh more here. @param {number} pid */
function lowerPriority(pid) {
  os.setPriority(pid, 5);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, '5');
  } catch {
    // This system has no such setting, or it can't be changed that fast.
  }
}

/** @param {unknown} record */
const toDisk = (record) => writeFileSync(path.join(data, 'asks.json'), JSON.stringify(record), { flush: true });

/** @param {string} id @param {(ask: Ask) => void} onAsk @param {() => void} onIdle */
function startRun(id, onAsk, onIdle) {
  const flags = ['-p', '--input-format=stream-json', '--output-format=stream-json', '--permission-prompt-tool=stdio', '--verbose'];
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', CLAUDE_CONFIG_DIR: path.join(data, 'claude') };
  const cwd = path.join(data, `folder-${id}`);
  mkdirSync(cwd);
  const args = [agent, ...flags, '--include-partial-messages', `--session-id=${randomUUID()}`];
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  lowerPriority(child.pid ?? 0);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { type, request_id: requestId, request } = JSON.parse(line);
    if (type === 'result') onIdle();
    if (type === 'control_request') onAsk({ child: id, requestId, toolUseId: request.tool_use_id, input: request.input });
  });
  return { write: (/** @type {unknown} */ line) => child.stdin.write(`${JSON.stringify(line)}\n`) };
}

// Not awaited, because the app becomes ready only after this file has run.
void app.whenReady().then(async () => {
  const window = new BrowserWindow({ width: 1180, height: 760, webPreferences: { nodeIntegration: true, contextIsolation: false } });
  /** @type {Map<string, ReturnType<typeof startRun>>} */
  const runs = new Map();
  let started = 0;
  const onAsk = (/** @type {Ask} */ ask) => {
    toDisk(ask);
    window.webContents.send('ask', ask);
  };

  ipcMain.handle('decide', (_event, /** @type {Ask} */ { child, requestId, input }) => {
    toDisk({ requestId, decided: true });
    const response = { subtype: 'success', request_id: requestId, response: { behavior: 'allow', updatedInput: input } };
    runs.get(child)?.write({ type: 'control_response', response });
  });

  let onIdle = () => {};
  ipcMain.handle('start', (_event, /** @type {number} */ sessions) =>
    Array.from({ length: sessions }, () => {
      const id = String(started++);
      runs.set(
        id,
        startRun(id, onAsk, () => onIdle()),
      );
      return id;
    }),
  );

  /** Waits until all runs are idle again. */
  ipcMain.handle('turn', async (_event, /** @type {{ ids: string[], asks: number, pauseMs: number }} */ { ids, asks, pauseMs }) => {
    let left = ids.length;
    const idle = new Promise((resolve) => {
      onIdle = () => --left === 0 && resolve(undefined);
    });
    const message = { role: 'user', content: `asks ${asks} ${pauseMs}` };
    for (const id of ids) runs.get(id)?.write({ type: 'user', message, parent_tool_use_id: null, session_id: '', uuid: randomUUID() });
    await idle;
  });

  await window.loadFile(path.join(import.meta.dirname, 'asks-floor.html'));
});
