import { within } from './paths';

// Files that control what may run without asking: whoever writes one has also answered later questions. Case is ignored, because
// some disks ignore it: there `.GIT` is `.git`.

/** In any folder: files that Claude Code, git, their helpers and this app read. */
const anywhere: readonly RegExp[] = [
  /(^|\/)\.claude$/i,
  /(^|\/)\.claude\/(settings[^/]*\.json|(hooks|commands|agents|skills|plugins|output-styles)(\/.*)?)$/i,
  /(^|\/)\.mcp\.json$/i,
  /(^|\/)\.git$/i,
  /(^|\/)\.git\/(modules\/.+\/|worktrees\/[^/]+\/)?(config(\.worktree)?|commondir|gitdir|info\/attributes|hooks(\/.*)?)$/i,
  /(^|\/)\.husky(\/.*)?$/i,
  // Tools, whose code runs as soon as it is written.
  /(^|\/)\.signalbox(\/.*)?$/i,
];

/** In the person's home: files that every shell, git and the desktop read when they start. */
const atHome: readonly RegExp[] = [
  /^\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|zlogout|inputrc|pam_environment)$/i,
  /^\.(xprofile|xinitrc|xsession|xsessionrc|gitconfig|npmrc|vimrc|claude\.json|mise\.toml|tool-versions|envrc|pythonrc|irbrc|tmux\.conf)$/i,
  /^\.config\/(autostart|systemd|environment\.d|git|fish|zsh|plasma-workspace|nvim|direnv|mise)(\/.*)?$/i,
  /^\.(zsh|oh-my-zsh|bashrc\.d|local\/bin|local\/share\/(applications|systemd)|vim|git-templates?)(\/.*)?$/i,
  /^bin\/.+$/i,
  /^Library\/(LaunchAgents|LaunchDaemons)(\/.*)?$/i,
  // Our own rules, settings and asks.
  /^(\.config|Library\/Application Support|AppData\/Roaming)\/Signalbox(\/.*)?$/i,
];

/**
 * Whether a file or folder controls what may run without asking, by its name or by its place in the person's home. Links are not
 * followed.
 */
export function governs(file: string, home: string): boolean {
  const slashed = file
    .replaceAll('\\', '/')
    .replaceAll(/\/(\.?\/)+/g, '/')
    .replace(/^\.\//, '')
    .replace(/(?<=.)\/$/, '');
  const belowHome = slashed.startsWith('~/')
    ? slashed.slice(2)
    : within(home, slashed) && slashed !== home
      ? slashed.slice(home.length).replace(/^\//, '')
      : null;
  return anywhere.some((name) => name.test(slashed)) || (belowHome !== null && atHome.some((name) => name.test(belowHome)));
}
