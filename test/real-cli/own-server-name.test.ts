import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Scenario, text, tool } from '../../e2e/support/scripted-api';
import { useBox, versions } from './support';

const scenario: Scenario = {
  plays: {
    same: [tool('mcp__signalbox__change', {}), text('Tried.')],
    longer: [(name) => tool(`mcp__${name}__change`, {}), text('Tried.')],
  },
};

/** Our own server's tools need no permission, so no other server may pass for ours. */
describe.each(versions)('a server of the folder with a name like ours, with Claude %s', (_version, claude) => {
  const box = useBox({ claude, scenario });

  /** A trusted folder whose .mcp.json has a server of this name. It creates `listed` when it is asked for its tools. */
  function folderWith(name: string): { readonly folder: string; readonly listed: string } {
    const folder = box.folder();
    const listed = path.join(folder, 'listed');
    const server = {
      command: process.execPath,
      args: [path.join(import.meta.dirname, 'mcp-server.mjs')],
      env: { ELECTRON_RUN_AS_NODE: '1', LISTED: listed },
    };
    writeFileSync(path.join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { [name]: server } }));
    return { folder, listed };
  }

  it('is not started if it has the same name', async () => {
    const { folder, listed } = folderWith('signalbox');
    const talk = await box.start('[[same]]', { folder, trust: true });
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(talk.of('tool')).toMatchObject([{ status: 'error', result: { text: expect.stringContaining('No such tool') } }]);
    expect(existsSync(listed)).toBe(false);
  });

  it.each(['signalbox__x', 'signalbox__ask_user'])('is asked about if it is called %s', async (name) => {
    const { folder } = folderWith(name);
    const talk = await box.start(`[[longer:${name}]]`, { folder, trust: true });
    expect(await talk.ask()).toMatchObject({ kind: 'permission', tool: `mcp__${name}__change`, interaction: null });
    await talk.decide({ answer: 'deny' });
    expect(await talk.outcomes(1)).toEqual(['done']);
  });
});
