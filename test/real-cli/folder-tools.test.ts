import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scenario, text, tool } from '../../e2e/support/scripted-api';
import { oldVersion } from '../../scripts/claude-cli.mjs';
import { forkToolProcess } from '../../src/main/tools/tool-process-fork';
import type { Ask } from '../../src/shared/ask';
import type { Decision } from '../../src/shared/decision';
import { buildToolProcess } from '../built-tool-process';
import { toolCode } from '../tool-folders';
import { until } from '../until';
import { type Box, type Talk, useBox, versions } from './support';

const own = (name: string) => tool(`mcp__signalbox__${name}`, { text: 'x' });
const names = ['twice', 'dies', 'throws', 'exits', 'hangs', 'later', 'late', 'gate', 'deploy', 'added'];
const scenario: Scenario = {
  plays: Object.fromEntries(names.map((name) => [name, [own(name), text('I see.')]])),
};

const form = "type: 'input', prompt: 'Where to?', inputSchema: { type: 'form', fields: [{ id: 'to', type: 'text', label: 'To' }] }";
const approval = "type: 'approval', prompt: 'Deploy?'";
/** The bodies of the handlers, by the tool's name. */
const handlers: Readonly<Record<string, string>> = {
  twice: `return ctx.requestInteraction({ ${form}, onResponse: ({ input }) => input.to === 'Oslo' ? { complete: { ok: true, to: input.to } } : { reprompt: { error: 'Not ' + input.to } } });`,
  dies: `setInterval(() => existsSync('die') && process.exit(4), 20); return ctx.requestInteraction({ ${form}, onResponse: () => ({ complete: 1 }) });`,
  throws: "throw new Error('The disk is full.');",
  exits: 'if (!existsSync("exited")) { writeFileSync("exited", ""); process.exit(3); } return { ok: true };',
  hangs: "ctx.signal.addEventListener('abort', () => ctx.log('given up')); ctx.log('began'); await new Promise(() => undefined);",
  later: `return ctx.requestInteraction({ ${approval}, timeoutMs: 1, onTimeout: () => ({ pending: { message: 'I asked by mail.' } }), onResponse: ({ action }) => ({ complete: { ok: true, action } }) });`,
  late: `return ctx.requestInteraction({ ${approval}, timeoutMs: 1, onTimeout: () => ({ complete: { ok: false, tooLate: true } }), onResponse: () => ({ complete: 1 }) });`,
  gate: `const key = 'deploy'; if (await ctx.approvals.get(key)) return { ok: true, remembered: true }; return ctx.requestInteraction({ ${approval},
    async onResponse({ action, approvalScope }) { await ctx.approvals.set(key, approvalScope); return { complete: { ok: action === 'approve' } }; } });`,
};

function write(tools: string, name: string, body: string): void {
  mkdirSync(path.join(tools, name), { recursive: true });
  writeFileSync(path.join(tools, name, 'tool.ts'), toolCode(name, body, "import { existsSync, writeFileSync } from 'node:fs';"));
}

let entry: string;
beforeAll(async () => {
  entry = await buildToolProcess();
});
afterAll(() => rmSync(path.dirname(entry), { recursive: true, force: true }));

/** The newest pending prompt, answered as a window does. */
async function answer(box: Box, talk: Talk, decision: Decision): Promise<Ask> {
  const ask = await talk.ask();
  await box.core.desk.decide(ask.id, decision, 'dialog', { interactionId: ask.interaction?.id });
  return ask;
}
const resultOf = (talk: Talk): unknown => JSON.parse(talk.of('tool').at(-1)?.result?.text ?? 'null');
const resultTexts = (talk: Talk): string => JSON.stringify(talk.of('tool').map(({ result }) => result));
const entryOf = (box: Box, name: string) => box.core.tools.list.find((one) => one.name === name);

describe.each(versions)('tools from folders, with Claude %s', (version, claude) => {
  const box = useBox({ claude, scenario, startToolProcess: (plan) => forkToolProcess(entry)(plan) });
  beforeAll(() => {
    for (const [name, body] of Object.entries(handlers)) write(path.join(box.userData, 'tools'), name, body);
  });

  it('a handler asks twice more, and Claude sees only the end', async () => {
    const talk = await box.start('[[twice]]');
    for (const [step, to] of ['Rome', 'Paris', 'Oslo'].entries()) {
      await until(async () => expect((await talk.ask()).interaction?.step).toBe(step));
      await answer(box, talk, { answer: 'submit', values: { to } });
    }
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(resultOf(talk)).toEqual({ ok: true, to: 'Oslo' });
    expect(talk.of('tool')[0]?.interactions?.map(({ error }) => error)).toEqual([null, 'Not Rome', 'Not Paris']);
    expect(resultTexts(talk)).not.toContain('Rome');
  });

  it('a handler that throws is a tool error', async () => {
    const talk = await box.start('[[throws]]');
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(talk.of('tool')).toMatchObject([{ status: 'error' }]);
    expect(resultOf(talk)).toMatchObject({ ok: false, error: 'The disk is full.' });
  });

  it('a tool that exits is a tool error, and works the next time', async () => {
    const talk = await box.start('[[exits]]');
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(resultOf(talk)).toMatchObject({ ok: false, error: '“exits” stopped during the call. It exited with code 3.' });
    expect(entryOf(box, 'exits')).toMatchObject({ state: 'failed', error: 'It exited with code 3.' });
    talk.send('[[exits]]');
    expect(await talk.outcomes(2)).toEqual(['done', 'done']);
    expect(resultOf(talk)).toEqual({ ok: true });
  });

  it('a tool that dies while its form is open closes the form, and is a tool error', async () => {
    const talk = await box.start('[[dies]]');
    const { interaction } = await talk.ask();
    writeFileSync(path.join(box.userData, 'tools/dies/die'), '');
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(resultOf(talk)).toMatchObject({ ok: false, error: '“dies” stopped during the call. It exited with code 4.' });
    expect(await talk.asks(0)).toEqual([]);
    expect(talk.of('tool')[0]?.interactions).toMatchObject([{ interactionId: interaction?.id, isOpen: false, response: null }]);
  });

  it('a tool that never answers ends with an interrupt', async () => {
    const talk = await box.start('[[hangs]]');
    await until(() => expect(entryOf(box, 'hangs')?.log).toContain('began'));
    await talk.session.interrupt();
    expect(await talk.outcomes(1)).toEqual(['interrupted']);
    await until(() => expect(entryOf(box, 'hangs')?.log).toContain('given up'));
  });

  it('a pending prompt ends the call, and its later answer reaches Claude as a message', async () => {
    const talk = await box.start('[[later]]');
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(JSON.stringify(resultOf(talk))).toContain('I asked by mail.');
    await answer(box, talk, { answer: 'allow', approvalScope: 'once' });
    expect(await talk.outcomes(2)).toEqual(['done', 'done']);
    expect((await box.contextOf('has answered')).includes('The tool’s result: {"ok":true,"action":"approve"}')).toBe(true);
  });

  it('onTimeout says what Claude gets', async () => {
    const talk = await box.start('[[late]]');
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(resultOf(talk)).toEqual({ ok: false, tooLate: true });
  });

  it('a remembered approval is not asked for again', async () => {
    const talk = await box.start('[[gate]]');
    await answer(box, talk, { answer: 'allow', approvalScope: 'session' });
    expect(await talk.outcomes(1)).toEqual(['done']);
    talk.send('[[gate]]');
    expect(await talk.outcomes(2)).toEqual(['done', 'done']);
    expect(resultOf(talk)).toEqual({ ok: true, remembered: true });
    expect(box.core.approvals.list).toMatchObject([{ tool: 'gate', key: 'deploy', scope: 'session' }]);
  });

  it('a folder’s own tool is called only where the folder is trusted', async () => {
    const folder = box.folder();
    write(path.join(folder, '.signalbox/tools'), 'deploy', "return { ok: true, from: 'the folder' };");
    const untrusted = await box.start('[[deploy]]', { folder, trust: false });
    expect(await untrusted.outcomes(1)).toEqual(['done']);
    expect(untrusted.of('tool')).toMatchObject([{ status: 'error' }]);
    expect(entryOf(box, 'deploy')).toBeUndefined();
    const trusted = await box.start('[[deploy]]', { folder, trust: true });
    expect(await trusted.outcomes(1)).toEqual(['done']);
    expect(resultOf(trusted)).toEqual({ ok: true, from: 'the folder' });
  });

  it('a tool that is added can be called, by a running session if the CLI listens for that', async () => {
    const talk = await box.start('[[late]]');
    expect(await talk.outcomes(1)).toEqual(['done']);
    write(path.join(box.userData, 'tools'), 'added', 'return { ok: true };');
    await until(() => expect(entryOf(box, 'added')?.state).toBe('ready'));
    if (version === oldVersion) await talk.session.restart();
    await until(async () => {
      const before = talk.of('result').length;
      talk.send('[[added]]');
      await talk.outcomes(before + 1);
      expect(resultOf(talk)).toEqual({ ok: true });
    });
    rmSync(path.join(box.userData, 'tools/added'), { recursive: true });
  });
});
