import path from 'node:path';

export interface HostSystem {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The files that could be `claude` on a search path, in its order. */
export function placesOnPath(searchPath: string, { platform }: Pick<HostSystem, 'platform'>): string[] {
  const { delimiter, isAbsolute } = pathFor(platform);
  // A relative entry would let the app's working folder choose the program.
  const folders = searchPath.split(delimiter).filter((folder) => isAbsolute(folder));
  // npm puts these first when it starts us, but a project's copy must not hide the person's own.
  const [inProjects, others] = partition(folders, (folder) => /[\\/]node_modules[\\/]\.bin[\\/]?$/.test(folder));
  return [...others, ...inProjects].flatMap((folder) => filesIn(folder, platform));
}

/** The files where installers put `claude`. `nvmVersions` are Node's versions, newest first. */
export function usualPlaces({ platform, home, env }: HostSystem, nvmVersions: readonly string[]): string[] {
  const { join } = pathFor(platform);
  const inHome = [
    '.local/bin',
    '.claude/local',
    '.npm-global/bin',
    '.bun/bin',
    '.volta/bin',
    '.yarn/bin',
    '.local/share/mise/shims',
    '.asdf/shims',
  ];
  const nvm = nvmVersions.map((version) => join(home, '.nvm/versions/node', version, 'bin'));
  return foldersOf().flatMap((folder) => filesIn(folder, platform));

  function foldersOf(): string[] {
    switch (platform) {
      case 'win32': {
        const roaming = env.APPDATA ?? join(home, 'AppData/Roaming');
        const local = env.LOCALAPPDATA ?? join(home, 'AppData/Local');
        return [
          join(home, '.local/bin'),
          join(home, '.claude/local'),
          join(roaming, 'npm'),
          join(local, 'Microsoft/WinGet/Links'),
          join(local, 'Volta/bin'),
          join(home, '.bun/bin'),
        ];
      }
      case 'darwin':
        return [...inHome.map((folder) => join(home, folder)), join(home, 'Library/pnpm'), '/opt/homebrew/bin', '/usr/local/bin', ...nvm];
      default:
        return [
          ...inHome.map((folder) => join(home, folder)),
          join(home, '.local/share/pnpm'),
          '/usr/local/bin',
          '/usr/bin',
          '/home/linuxbrew/.linuxbrew/bin',
          '/snap/bin',
          ...nvm,
        ];
    }
  }
}

/** On Windows npm installs a .cmd, which needs a shell to start. So we look for the program that it calls. */
function filesIn(folder: string, platform: NodeJS.Platform): string[] {
  const { join } = pathFor(platform);
  if (platform !== 'win32') return [join(folder, 'claude')];
  return [join(folder, 'claude.exe'), join(folder, 'node_modules/@anthropic-ai/claude-code/bin/claude.exe')];
}

export function pathFor(platform: NodeJS.Platform): path.PlatformPath {
  return platform === 'win32' ? path.win32 : path.posix;
}

function partition(folders: readonly string[], test: (folder: string) => boolean): [string[], string[]] {
  return [folders.filter(test), folders.filter((folder) => !test(folder))];
}
