/** Turns resources/icon/signalbox.svg into the sizes needed, with Electron itself as the renderer. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { passThrough, root } from './command.mjs';
import { hasDisplay, startVirtualDisplay } from './display.mjs';
import { prepare, rootOnlyFlags } from './prepare.mjs';
import { runMain } from './say.mjs';

const sizes = [16, 32, 48, 64, 128, 256, 512];

const main = `
import { app, BrowserWindow } from 'electron';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
const folder = ${JSON.stringify(path.join(root, 'resources', 'icon'))};
const source = 'data:image/svg+xml;base64,' + readFileSync(path.join(folder, 'signalbox.svg')).toString('base64');
app.whenReady().then(async () => {
  const window = new BrowserWindow({ show: false });
  await window.loadURL('data:text/html,<canvas></canvas>');
  for (const size of ${JSON.stringify(sizes)}) {
    const png = await window.webContents.executeJavaScript(\`new Promise((resolve) => {
      const image = new Image();
      image.onload = () => {
        const canvas = document.querySelector('canvas');
        canvas.width = canvas.height = \${size};
        canvas.getContext('2d').drawImage(image, 0, 0, \${size}, \${size});
        resolve(canvas.toDataURL('image/png').split(',')[1]);
      };
      image.src = '\${source}';
    })\`);
    writeFileSync(path.join(folder, size + '.png'), Buffer.from(png, 'base64'));
  }
  app.exit(0);
});
`;

await runMain(async () => {
  const electron = await prepare({ display: !hasDisplay() });
  const folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-icons-'));
  const display = hasDisplay() ? null : await startVirtualDisplay();
  try {
    writeFileSync(path.join(folder, 'main.mjs'), main);
    return await passThrough(electron, [...rootOnlyFlags(), '--disable-gpu', path.join(folder, 'main.mjs')], {
      env: { ...process.env, ...(display ? { DISPLAY: display.name } : {}) },
    });
  } finally {
    display?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
