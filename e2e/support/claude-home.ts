import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A separate home and project for the real CLI, so that a test neither reads nor changes those of the person. */
export interface ClaudeHome {
  readonly home: string;
  /** Where the CLI keeps its settings, its `.claude.json` and its transcripts. */
  readonly configDir: string;
  /** An empty folder that is not a git repository. */
  readonly project: string;
  /** The whole environment for the CLI, or for an app that starts it. */
  readonly env: Readonly<Record<string, string>>;
  /** The CLI's transcript files. */
  transcripts(): string[];
  /** Removes everything. Call it after the CLI has exited. */
  remove(): Promise<void>;
}

export function claudeHome({ apiUrl }: { readonly apiUrl: string }): ClaudeHome {
  // The CLI resolves links before it names a folder, and the system's temporary folder may be one.
  const box = realpathSync(mkdtempSync(path.join(tmpdir(), 'signalbox-')));
  const home = path.join(box, 'home');
  const configDir = path.join(home, '.claude');
  const project = path.join(box, 'project');
  mkdirSync(configDir, { recursive: true });
  mkdirSync(project);
  return {
    home,
    configDir,
    project,
    env: {
      ...inherited(process.env),
      HOME: home,
      USERPROFILE: home,
      CLAUDE_CONFIG_DIR: configDir,
      ANTHROPIC_BASE_URL: apiUrl,
      ANTHROPIC_API_KEY: 'sk-ant-fake',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      // As root the CLI runs only if it is told that this is a sandbox.
      ...(process.getuid?.() === 0 ? { IS_SANDBOX: '1' } : {}),
    },
    transcripts: () => {
      const projects = path.join(configDir, 'projects');
      const files = existsSync(projects) ? readdirSync(projects, { recursive: true, encoding: 'utf8' }) : [];
      return files.filter((file) => file.endsWith('.jsonl')).map((file) => path.join(projects, file));
    },
    // Processes that the CLI started may still write a file while they end.
    remove: () => rm(box, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/**
 * Leaves out the person's account, model, folders and proxies (which would also be used for loopback), and the variables of the
 * test process.
 */
const notInherited =
  /^(anthropic_|claude|signalbox_|is_sandbox$|xdg_(config|cache|data|state)_home$|(https?|all)_proxy$|electron_run_as_node$)/i;

function inherited(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined || notInherited.test(name) ? [] : [[name, value]])),
  );
}
