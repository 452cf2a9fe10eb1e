/** Makes the package, installs it, uses it as a person who is not root, and purges it: e2e/package.spec.ts. It changes this machine. */
import { capture, onPath } from './command.mjs';
import { e2e } from './e2e.mjs';
import { makePackage } from './package.mjs';
import { prepare } from './prepare.mjs';
import { runMain, Stop } from './say.mjs';

const tools = { gio: 'libglib2.0-bin', 'desktop-file-validate': 'desktop-file-utils' };

const isInstalled = async () => /^Status: .* (installed|unpacked|config-files)$/m.test((await capture('dpkg', ['-s', 'signalbox'])).output);

await runMain(async () => {
  if (!onPath('apt-get') || process.getuid?.() !== 0)
    throw new Stop('The package is installed with apt-get, which takes a Debian and root.');
  // An installed Signalbox would be removed at the end.
  if (await isInstalled()) throw new Stop('Signalbox is installed on this machine.', 'apt-get purge signalbox');
  const missing = Object.entries(tools).filter(([tool]) => !onPath(tool));
  if (missing.length > 0) throw new Stop('The check needs more tools.', `apt-get install -y ${missing.map(([, name]) => name).join(' ')}`);
  await prepare({ display: true, desktop: true });
  process.env.SIGNALBOX_DEB = await makePackage({ release: false });
  try {
    return await e2e(['package\\.spec']);
  } finally {
    if (await isInstalled()) await capture('apt-get', ['-y', 'purge', 'signalbox']);
  }
});
