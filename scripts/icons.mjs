/** Renders the SVG files in resources/ to PNG files, with Electron as the renderer. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { passThrough, root } from './command.mjs';
import { hasDisplay, startVirtualDisplay } from './display.mjs';
import { prepare, rootOnlyFlags } from './prepare.mjs';
import { runMain } from './say.mjs';

const lamp = '#ffb92e';
/** Colours for light and dark panels. macOS colours a template image itself and uses only its opacity. */
const looks = [
  { suffix: 'Template', ink: '#000000', lamp: '#000000', size: 18 },
  { suffix: '-light', ink: '#2b303b', lamp: '#d98a00', size: 24 },
  { suffix: '-dark', ink: '#e9ebf0', lamp, size: 24 },
];

/** @type {{ from: string, to: string, size: number, ink?: string, lamp?: string }[]} */
const pictures = [
  ...[16, 32, 48, 64, 128, 256, 512].map((size) => ({ from: 'icon/signalbox.svg', to: `icon/${size}.png`, size })),
  ...['idle', 'waiting'].flatMap((state) =>
    looks.flatMap(({ suffix, size, ...colours }) => [
      { from: `tray/${state}.svg`, to: `tray/${state}${suffix}.png`, size, ...colours },
      { from: `tray/${state}.svg`, to: `tray/${state}${suffix}@2x.png`, size: size * 2, ...colours },
    ]),
  ),
  { from: 'tray/overlay.svg', to: 'tray/overlay.png', size: 32, lamp },
];

const main = `
import { app, BrowserWindow } from 'electron';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
const folder = ${JSON.stringify(path.join(root, 'resources'))};
app.whenReady().then(async () => {
  const window = new BrowserWindow({ show: false });
  await window.loadURL('data:text/html,<canvas></canvas>');
  for (const { from, to, size, ink, lamp } of ${JSON.stringify(pictures)}) {
    const drawing = readFileSync(path.join(folder, from), 'utf8').replaceAll('currentColor', ink).replaceAll('var(--lamp)', lamp);
    const source = 'data:image/svg+xml;base64,' + Buffer.from(drawing).toString('base64');
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
    writeFileSync(path.join(folder, to), Buffer.from(png, 'base64'));
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
