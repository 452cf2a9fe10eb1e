/**
 * The least an Electron app must do for one ask: read the run's lines, write the ask to disk, tell the window, which paints it;
 * take the click, write it to disk, hand it to the run. The runs are the same demo agents, so they weigh the same.
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

/** @typedef {{ child: number, requestId: string, toolUseId: string, input: unknown }} Ask */

/** As the app does (src/main/claude/stand-back.ts), or the runs would weigh more here. @param {number} pid */
function standBack(pid) {
  os.setPriority(pid, 5);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, '5');
  } catch {
    // There is no such share here, or it may not be changed that fast.
  }
}

/** @param {unknown} record */
const toDisk = (record) => writeFileSync(path.join(data, 'asks.json'), JSON.stringify(record), { flush: true });

/** @param {number} id @param {(ask: Ask) => void} onAsk @param {() => void} onIdle */
function startRun(id, onAsk, onIdle) {
  const flags = ['-p', '--input-format=stream-json', '--output-format=stream-json', '--permission-prompt-tool=stdio', '--verbose'];
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', CLAUDE_CONFIG_DIR: path.join(data, 'claude') };
  const cwd = path.join(data, `folder-${id}`);
  mkdirSync(cwd);
  const args = [agent, ...flags, '--include-partial-messages', `--session-id=${randomUUID()}`];
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  standBack(child.pid ?? 0);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { type, request_id: requestId, request } = JSON.parse(line);
    if (type === 'result') onIdle();
    if (type === 'control_request') onAsk({ child: id, requestId, toolUseId: request.tool_use_id, input: request.input });
  });
  return {
    write: (/** @type {unknown} */ line) => child.stdin.write(`${JSON.stringify(line)}\n`),
    end: () => child.stdin.end(),
  };
}

// Not awaited: the app is ready only after this file has been read.
void app.whenReady().then(async () => {
  const window = new BrowserWindow({ width: 1180, height: 760, webPreferences: { nodeIntegration: true, contextIsolation: false } });
  /** @type {Map<number, ReturnType<typeof startRun>>} */
  const runs = new Map();
  let started = 0;

  ipcMain.handle('decide', (_event, /** @type {Ask} */ { child, requestId, input }) => {
    toDisk({ requestId, decided: true });
    const response = { subtype: 'success', request_id: requestId, response: { behavior: 'allow', updatedInput: input } };
    runs.get(child)?.write({ type: 'control_response', response });
  });

  /** Every turn begins when all are idle. */
  ipcMain.handle('run', async (_event, { sessions, asks, turns, pauseMs }) => {
    /** @type {number[]} */
    const ids = Array.from({ length: sessions }, () => started++);
    let idle = () => {};
    const onAsk = (/** @type {Ask} */ ask) => {
      toDisk(ask);
      window.webContents.send('ask', ask);
    };
    for (const id of ids)
      runs.set(
        id,
        startRun(id, onAsk, () => idle()),
      );
    for (let turn = 0; turn < turns; turn++) {
      await /** @type {Promise<void>} */ (
        new Promise((resolve) => {
          let left = sessions;
          idle = () => --left === 0 && resolve();
          const message = { role: 'user', content: `asks ${asks} ${pauseMs}` };
          for (const id of ids)
            runs.get(id)?.write({ type: 'user', message, parent_tool_use_id: null, session_id: '', uuid: randomUUID() });
        })
      );
    }
    for (const id of ids) runs.get(id)?.end();
  });

  await window.loadFile(path.join(import.meta.dirname, 'asks-floor.html'));
});
