import { expect, it } from 'vitest';
import { readInitialized, readMcpHints } from './answers';

const reads = { readOnly: true };
const hintsFor = (...mcpServers: unknown[]) => readMcpHints({ mcpServers });

it('names a tool by its server, whatever it calls itself', () => {
  const hints = hintsFor({ name: 'weather', tools: [{ name: 'mcp__github__create_issue', annotations: reads }] });
  expect([...hints.keys()]).toEqual(['mcp__weather__mcp__github__create_issue']);
});

it('spells names as the CLI does', () => {
  expect([...hintsFor({ name: 'my server.x', tools: [{ name: 'look at' }] }).keys()]).toEqual(['mcp__my_server_x__look_at']);
});

it('reads every hint of either spelling, and takes a missing one for no', () => {
  const tools = [
    { name: 'a', annotations: { readOnly: true, openWorld: true } },
    { name: 'b', annotations: { readOnlyHint: true, destructiveHint: true } },
    { name: 'c', annotations: 'nonsense' },
  ];
  expect([...hintsFor({ name: 's', tools }).values()]).toEqual([
    { readOnly: true, openWorld: true, destructive: false },
    { readOnly: true, openWorld: false, destructive: true },
    { readOnly: false, openWorld: false, destructive: false },
  ]);
});

it('takes the more careful hint where two servers end up with one name', () => {
  const servers = [
    { name: 'a', tools: [{ name: 'b__c', annotations: reads }] },
    { name: 'a__b', tools: [{ name: 'c', annotations: { openWorld: true } }] },
  ];
  const careful = { readOnly: false, openWorld: true, destructive: false };
  expect([hintsFor(...servers), hintsFor(...servers.toReversed())].map((hints) => hints.get('mcp__a__b__c'))).toEqual([careful, careful]);
});

it('shortens a description of a command that was written for a model', () => {
  const skill = { name: 'skill', description: `Use it ${'often '.repeat(100)}\nTRIGGER` };
  const [command] = readInitialized({ commands: [skill] }).commands;
  expect(command).toMatchObject({ name: 'skill', argumentHint: '', description: expect.stringMatching(/^Use it often .*…$/) });
  expect(command?.description.length).toBeLessThanOrEqual(160);
});
