import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { placesOnPath, usualPlaces } from './claude-places';
import { type LocateOptions, locateClaude } from './locate';

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), 'signalbox-locate-'));
});
afterEach(() => rmSync(home, { recursive: true }));

function install(place: string, version: string, mode = 0o755): string {
  const file = path.join(home, place);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\necho "${version} (Claude Code)"\n`);
  chmodSync(file, mode);
  return file;
}

/** A person's login shell that sets nothing but PATH. */
function shellWithPath(searchPath: string): string {
  const file = path.join(home, 'shell');
  writeFileSync(file, `#!/bin/sh\nPATH=${searchPath}:$PATH\neval "$2"\n`);
  chmodSync(file, 0o755);
  return file;
}

const locate = (options: LocateOptions = {}) => locateClaude({ platform: 'linux', home, shell: null, env: {}, ...options });

describe('locateClaude', () => {
  it('takes them in order: the variable, Settings, PATH, the login shell’s PATH, the usual places', async () => {
    const usual = install('.local/bin/claude', '1.0.5');
    const inShell = install('shell-bin/claude', '1.0.4');
    const onPath = install('bin/claude', '1.0.3');
    const settingsPath = install('chosen', '1.0.2');
    const named = install('named', '1.0.1');
    const shell = shellWithPath(path.dirname(inShell));
    const [PATH, empty] = [path.dirname(onPath), '/usr/bin:/bin'];

    const asked = [
      { env: { SIGNALBOX_CLAUDE: named, PATH }, settingsPath, shell },
      { env: { PATH }, settingsPath, shell },
      { env: { PATH }, shell },
      { env: { PATH: empty }, shell },
      { env: { PATH: empty } },
    ];
    const found = { found: true, argsBefore: [], env: {} };
    expect(await Promise.all(asked.map(locate))).toEqual([
      { ...found, command: named, from: 'SIGNALBOX_CLAUDE', version: '1.0.1' },
      { ...found, command: settingsPath, from: 'Settings', version: '1.0.2' },
      { ...found, command: onPath, from: 'PATH', version: '1.0.3' },
      { ...found, command: inShell, from: 'login shell', version: '1.0.4', env: { PATH: `${path.dirname(inShell)}:${empty}` } },
      { ...found, command: usual, from: 'usual place', version: '1.0.5', env: { PATH: `${path.dirname(usual)}:${empty}` } },
    ]);
  });

  it('passes over what can’t be run on the way', async () => {
    install('a/claude', '1', 0o644);
    mkdirSync(path.join(home, 'b/claude'), { recursive: true });
    const command = install('c/claude', '1.2.3');
    const PATH = ['a', 'b', 'c'].map((folder) => path.join(home, folder)).join(':');
    expect(await locate({ env: { PATH } })).toMatchObject({ command, from: 'PATH' });
  });

  it('says where it looked when there is none', async () => {
    const result = await locate({ env: { PATH: path.join(home, 'bin') }, platform: 'darwin' });
    expect(result).toMatchObject({ found: false, problem: null });
    expect(result.found || result.looked.slice(0, 2)).toEqual([path.join(home, 'bin/claude'), path.join(home, '.local/bin/claude')]);
  });

  it.each([
    ['does not exist', 'missing', () => undefined],
    ['is not executable', 'plain', () => install('plain', '1', 0o644)],
    ['does not exist', 'missing.mjs', () => undefined],
  ])('says that one named by a person %s, and does not take another', async (why, name, prepare) => {
    prepare();
    const file = path.join(home, name);
    const PATH = path.dirname(install('bin/claude', '1.2.3'));
    const [byVariable, bySettings] = await Promise.all([
      locate({ env: { SIGNALBOX_CLAUDE: file, PATH } }),
      locate({ env: { PATH }, settingsPath: `~/${name}` }),
    ]);
    expect(byVariable).toMatchObject({ found: false, problem: `The claude named in SIGNALBOX_CLAUDE can’t be run: ${file} ${why}.` });
    expect(bySettings).toMatchObject({ found: false, problem: `The claude named in Settings can’t be run: ${file} ${why}.` });
  });

  it('runs a script with our own runtime', async () => {
    const script = path.join(home, 'agent.mjs');
    writeFileSync(script, 'console.log("9.9.9 (" + (process.versions.electron ? "Electron" : "Node") + ")", process.argv[2]);');
    expect(await locate({ env: { ...process.env, SIGNALBOX_CLAUDE: script } })).toEqual({
      found: true,
      command: process.execPath,
      argsBefore: [script],
      env: { ELECTRON_RUN_AS_NODE: '1' },
      from: 'SIGNALBOX_CLAUDE',
      version: '9.9.9',
    });
  });

  it('has no version for one that does not tell', async () => {
    const command = path.join(home, 'claude');
    writeFileSync(command, '#!/bin/sh\necho "no idea"; exit 1\n');
    chmodSync(command, 0o755);
    expect(await locate({ settingsPath: command })).toMatchObject({ found: true, version: null });
  });

  it('reads the version of the real CLI', async () => {
    const SIGNALBOX_CLAUDE = path.resolve('node_modules/.bin/claude');
    expect(await locate({ env: { ...process.env, HOME: home, SIGNALBOX_CLAUDE } })).toMatchObject({ found: true, version: '2.1.197' });
  });
});

describe('the places', () => {
  it('on PATH leave out relative entries, and put a project’s own copy last', () => {
    const searchPath = '/repo/node_modules/.bin:.:bin::/usr/bin';
    expect(placesOnPath(searchPath, { platform: 'linux' })).toEqual(['/usr/bin/claude', '/repo/node_modules/.bin/claude']);
  });

  it('on Windows are programs that can be started without a shell', () => {
    expect(placesOnPath('C:\\tools;tools', { platform: 'win32' })).toEqual([
      'C:\\tools\\claude.exe',
      'C:\\tools\\node_modules\\@anthropic-ai\\claude-code\\bin\\claude.exe',
    ]);
    const usual = usualPlaces({ platform: 'win32', home: 'C:\\me', env: { APPDATA: 'D:\\roaming' } }, []);
    expect(usual[0]).toBe('C:\\me\\.local\\bin\\claude.exe');
    expect(usual).toContain('D:\\roaming\\npm\\node_modules\\@anthropic-ai\\claude-code\\bin\\claude.exe');
  });

  it('of nvm come newest first', async () => {
    install('.nvm/versions/node/v9.0.0/bin/claude', '1.0.0');
    const command = install('.nvm/versions/node/v22.1.0/bin/claude', '1.0.0');
    expect(await locate()).toMatchObject({ command, from: 'usual place' });
  });
});
