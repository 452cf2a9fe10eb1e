import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Scenario, text } from '../../e2e/support/scripted-api';
import { bash, useBox, versions } from './support';

const scenario: Scenario = {
  plays: {
    bare: [bash('cd vendor'), bash('cd bare && git status'), text('Done.')],
    own: [bash('cd b'), bash('pwd'), text('Done.')],
    link: [bash('cd b'), bash('cat passwd | head -3; jq . x.json'), text('Done.')],
  },
};

/** We judge calls as from the session's folder, so they must run there: a `cd` must not outlive its call. */
describe.each(versions)('the folder that a command of Claude %s runs in', (_version, claude) => {
  const box = useBox({ claude, scenario });

  it('is no repository that a call before went to, whose settings run a program', async () => {
    const folder = box.folder();
    const ran = path.join(folder, 'ran');
    const bare = path.join(folder, 'vendor/bare');
    mkdirSync(bare, { recursive: true });
    execFileSync('git', ['init', '-q', folder]);
    execFileSync('git', ['init', '-q', '--bare', bare]);
    writeFileSync(
      path.join(bare, 'config'),
      `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ..\n\tfsmonitor = "touch ${ran}; false"\n`,
    );
    const talk = await box.start('[[bare]]', { folder, permissions: { mode: 'safe' } });
    await Promise.race([talk.outcomes(1), talk.ask()]);
    expect(existsSync(ran)).toBe(false);
  });

  it('is the session’s own, whatever the settings of a trusted folder say', async () => {
    const folder = box.folder();
    for (const name of ['b', '.claude']) mkdirSync(path.join(folder, name));
    const settings = { env: { CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR: '0' } };
    writeFileSync(path.join(folder, '.claude/settings.json'), JSON.stringify(settings));
    const talk = await box.start('[[own]]', { folder, trust: true, permissions: { mode: 'safe' } });
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(talk.of('tool').map(({ result }) => result?.text)[1]).toBe(folder);
  });

  it('is none from which a name leads out', async () => {
    const folder = box.folder();
    mkdirSync(path.join(folder, 'b'));
    symlinkSync('/etc/passwd', path.join(folder, 'b/passwd'));
    writeFileSync(path.join(folder, 'b/x.json'), '{}');
    const talk = await box.start('[[link]]', { folder, permissions: { mode: 'safe' } });
    await Promise.race([talk.outcomes(1), talk.ask()]);
    expect(JSON.stringify(talk.of('tool'))).not.toContain('root:x:0');
  });
});
