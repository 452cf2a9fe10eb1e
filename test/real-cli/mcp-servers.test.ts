import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scenario, text, tool } from '../../e2e/support/scripted-api';
import { type SignInServer, startSignInServer } from '../../e2e/support/sign-in-server';
import type { Ask } from '../../src/shared/ask';
import type { Decision } from '../../src/shared/decision';
import type { McpServerStatus } from '../../src/shared/mcp-server';
import type { InteractionStep, ToolItem } from '../../src/shared/transcript';
import { until } from '../until';
import { type Box, type Talk, useBox, versions } from './support';

/** The reference server of the protocol's own project, which uses everything that the protocol has. */
const everything = (name: string, input: Readonly<Record<string, unknown>> = {}) => tool(`mcp__everything__${name}`, input);
const serverFile = path.join(
  import.meta.dirname,
  '..',
  '..',
  'node_modules',
  '@modelcontextprotocol',
  'server-everything',
  'dist',
  'index.js',
);

const scenario: Scenario = {
  plays: {
    form: [everything('trigger-elicitation-request'), text('Thanks.')],
    page: [
      everything('trigger-url-elicitation', { url: 'https://example.com/go?x=1', message: 'Please open it', elicitationId: 'page-1' }),
      text('Thanks.'),
    ],
    long: [everything('trigger-long-running-operation', { duration: 1, steps: 2 }), text('It took a while.')],
    image: [everything('get-tiny-image'), text('Seen.')],
    weather: [everything('get-structured-content', { location: 'Chicago' }), text('Rain.')],
    links: [everything('get-resource-links', { count: 2 }), text('Two.')],
    blob: [everything('get-resource-reference', { resourceType: 'Blob', resourceId: 1 }), text('Saved.')],
    hello: [text('Hello.')],
  },
};

/** Everything that `trigger-elicitation-request` asks for. */
const values = {
  name: 'Ann',
  check: true,
  firstLine: 'Call me Ann.',
  email: 'ann@example.com',
  homepage: 'https://example.com/ann',
  birthdate: '2000-02-29',
  integer: 7,
  number: 2.5,
  untitledSingleSelectEnum: 'Joey',
  untitledMultipleSelectEnum: ['Guitar', 'Drums'],
  titledSingleSelectEnum: 'hero-2',
  titledMultipleSelectEnum: ['fish-1'],
  legacyTitledEnum: 'pet-3',
};

async function decide(box: Box, talk: Talk, decision: Decision): Promise<Ask> {
  const ask = await talk.ask();
  await box.core.desk.decide(ask.id, decision, 'dialog', { interactionId: ask.interaction?.id });
  return ask;
}

const newest = (talk: Talk): ToolItem => talk.of('tool').at(-1) ?? expect.fail('there was no call');
const steps = (talk: Talk): readonly InteractionStep[] => newest(talk).interactions ?? [];
/** What the server was told, as it repeats it. */
const told = (talk: Talk): unknown => JSON.parse(/Raw result: (.*)$/s.exec(newest(talk).result?.text ?? '')?.[1] ?? 'null');
const server = async (talk: Talk, name: string): Promise<McpServerStatus> =>
  (await talk.session.mcpServers.list()).find((one) => one.name === name) ?? expect.fail(`there is no server ${name}`);

describe.each(versions)('MCP servers with Claude %s', (version, claude) => {
  const isOld = version === '2.1.197';
  const box = useBox({ claude, scenario });
  let signIn: SignInServer;
  afterAll(() => signIn.close());
  beforeAll(async () => {
    signIn = await startSignInServer();
    const mcpServers = {
      everything: { command: process.execPath, args: [serverFile, 'stdio'], env: { ELECTRON_RUN_AS_NODE: '1' } },
      broken: { command: '/bin/false' },
      private: { type: 'http', url: signIn.url },
    };
    writeFileSync(path.join(box.home.configDir, '.claude.json'), JSON.stringify({ mcpServers }));
    writeFileSync(path.join(box.home.configDir, 'settings.json'), JSON.stringify({ permissions: { allow: ['mcp__everything'] } }));
  });

  /** A session whose server is connected, in which Claude then makes the calls of a play. */
  const started = async (words: string): Promise<Talk> => {
    const talk = await box.start(null, { trust: true });
    await talk.reaches('idle');
    await until(async () => expect((await server(talk, 'everything')).state).toBe('connected'));
    talk.send(words);
    return talk;
  };

  it('a form is accepted with the values that a person gave, and the card of the call keeps them', async () => {
    const talk = await started('[[form]]');
    const ask = await talk.ask();
    expect(ask).toMatchObject({
      kind: 'form',
      summary: 'Please provide inputs for the following fields:',
      interaction: { origin: { by: 'server', server: 'everything' }, survivesRestart: false },
    });
    expect(steps(talk)).toMatchObject([{ isOpen: true, prompt: 'Please provide inputs for the following fields:' }]);
    const { id, interaction } = ask;
    const wrong = { ...values, name: ' ', email: 'ann', integer: 101, untitledMultipleSelectEnum: [] };
    expect(box.core.desk.checkForm(id, wrong)).toEqual({
      name: 'Fill in this field.',
      email: 'Enter an email address, such as ann@example.com.',
      integer: 'Enter 100 or less.',
    });
    await expect(
      box.core.desk.decide(id, { answer: 'submit', values: wrong }, 'dialog', { interactionId: interaction?.id }),
    ).rejects.toMatchObject({ code: 'invalid-request' });
    await decide(box, talk, { answer: 'submit', values });
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(told(talk)).toEqual({ action: 'accept', content: values });
    expect(steps(talk)).toMatchObject([{ isOpen: false, response: { action: 'submit', surface: 'dialog', values } }]);
  });

  it('a form is declined when a person says no, and cancelled when they close it', async () => {
    const declined = await started('[[form]]');
    await decide(box, declined, { answer: 'deny' });
    expect(await declined.outcomes(1)).toEqual(['done']);
    expect(told(declined)).toEqual({ action: 'decline' });
    const cancelled = await started('[[form]]');
    await decide(box, cancelled, { answer: 'cancel' });
    expect(await cancelled.outcomes(1)).toEqual(['done']);
    expect(told(cancelled)).toEqual({ action: 'cancel' });
  });

  it('a form that is open during an interrupt leaves the list, and nobody has declined it', async () => {
    const talk = await started('[[form]]');
    await talk.ask();
    await talk.session.interrupt();
    expect(await talk.outcomes(1)).toEqual(['interrupted']);
    await talk.asks(0);
    expect(steps(talk)).toMatchObject([{ isOpen: false, response: null }]);
    expect(box.core.ledger.decisions().find(({ sessionId }) => sessionId === talk.id)).toMatchObject({
      kind: 'form',
      decision: 'withdrawn',
    });
    // The session goes on as usual.
    talk.send('[[hello]]');
    expect(await talk.outcomes(2)).toEqual(['interrupted', 'done']);
  });

  it('a form does not outlive its run, and the transcript says so', async () => {
    const talk = await started('[[form]]');
    await talk.ask();
    process.kill(talk.pid, 'SIGKILL');
    await talk.asks(0);
    await until(() => expect(talk.notes('info')).toMatchObject([{ text: 'everything no longer waits for an answer.' }]));
    expect(steps(talk)).toMatchObject([{ isOpen: false, response: null }]);
    await until(() => expect(talk.notes('restart')).toHaveLength(1));
    // This server may outlive a client that was killed. The next start of the app offers to end it.
    await box.core.close();
    const { runs } = box.reopen().sessions;
    await Promise.all(runs.outlived().map(({ pid, runId }) => runs.end(pid, runId)));
    expect(runs.outlived()).toEqual([]);
  });

  // 2.1.197 tells the server that it does not have this mode, so the server does not even offer the tool.
  it(
    isOld
      ? 'the page that a server wants opened is refused by this version itself'
      : 'the page that a server wants opened is accepted without values',
    async () => {
      const talk = await started('[[page]]');
      if (isOld) {
        expect(await talk.outcomes(1)).toEqual(['done']);
        expect(newest(talk)).toMatchObject({ status: 'error', result: { text: expect.stringContaining('No such tool available') } });
        return;
      }
      expect((await talk.ask()).input).toEqual({ mode: 'url', url: 'https://example.com/go?x=1' });
      await decide(box, talk, { answer: 'submit', values: {} });
      expect(await talk.outcomes(1)).toEqual(['done']);
      expect(told(talk)).toEqual({ action: 'accept' });
    },
  );

  it('a long call runs until its result comes, and nothing of the server’s progress is passed on', async () => {
    const talk = await started('[[long]]');
    await until(() => expect(newest(talk)).toMatchObject({ status: 'running', progress: null }));
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(newest(talk)).toMatchObject({
      status: 'ok',
      progress: null,
      result: { text: 'Long running operation completed. Duration: 1 seconds, Steps: 2.' },
    });
  });

  it('an image is in the result of its call', async () => {
    const talk = await started('[[image]]');
    expect(await talk.outcomes(1)).toEqual(['done']);
    const { index, result } = newest(talk);
    expect(result?.images).toEqual([{ mediaType: 'image/png', data: null }]);
    expect(box.core.ledger.item(talk.id, index)).toMatchObject({ result: { images: [{ data: expect.stringMatching(/^iVBOR/) }] } });
  });

  it('structured content is kept as JSON', async () => {
    const talk = await started('[[weather]]');
    expect(await talk.outcomes(1)).toEqual(['done']);
    const { outcome } = newest(talk).result ?? {};
    expect(outcome).toMatchObject({ what: 'mcp', parts: [] });
    expect(outcome?.what === 'mcp' && JSON.parse(outcome.structured ?? '')).toEqual({
      temperature: 36,
      conditions: 'Light rain / drizzle',
      humidity: 82,
    });
  });

  it('resources are named with their addresses, and bytes are in a file', async () => {
    const linked = await started('[[links]]');
    expect(await linked.outcomes(1)).toEqual(['done']);
    expect(newest(linked).result?.outcome).toMatchObject({
      what: 'mcp',
      parts: [
        { what: 'link', name: 'Blob Resource 1', uri: 'demo://resource/dynamic/blob/1', description: 'Resource 1: plaintext resource' },
        { what: 'link', name: 'Text Resource 2', uri: 'demo://resource/dynamic/text/2' },
      ],
    });
    const saved = await started('[[blob]]');
    expect(await saved.outcomes(1)).toEqual(['done']);
    const { outcome } = newest(saved).result ?? {};
    const [part] = outcome?.what === 'mcp' ? outcome.parts : [];
    expect(part).toMatchObject({ what: 'file', uri: 'demo://resource/dynamic/blob/1', mediaType: 'text/plain' });
    expect(part?.what === 'file' && readFileSync(part.path, 'utf8')).toContain('Resource 1');
  });

  it('each server is listed with its state and its tools, and can be turned off, on, and reconnected', async () => {
    const talk = await box.start(null, { trust: true });
    await talk.reaches('idle');
    await until(async () => expect((await server(talk, 'everything')).state).toBe('connected'));
    const { tools, ...connected } = await server(talk, 'everything');
    expect(connected).toEqual({ name: 'everything', state: 'connected', source: 'user', error: null, version: '2.0.0', isOurs: false });
    // No version tells the descriptions.
    expect(tools).toContainEqual({ name: 'get-tiny-image', description: '', readOnly: true });
    expect(tools).toContainEqual({ name: 'trigger-elicitation-request', description: '', readOnly: false });
    expect(await server(talk, 'broken')).toMatchObject({ state: 'failed', error: expect.stringContaining('Connection closed'), tools: [] });
    expect(await server(talk, 'signalbox')).toMatchObject({ state: 'connected', isOurs: true });

    const { mcpServers } = talk.session;
    await mcpServers.setEnabled('everything', false);
    expect(await server(talk, 'everything')).toMatchObject({ state: 'off', tools: [] });
    await mcpServers.setEnabled('everything', true);
    await until(async () => expect((await server(talk, 'everything')).state).toBe('connected'));
    await mcpServers.reconnect('everything');
    expect(await server(talk, 'everything')).toMatchObject({ state: 'connected' });
    await expect(mcpServers.reconnect('broken')).rejects.toMatchObject({
      code: 'cli-refused',
      message: expect.stringContaining('Connection closed'),
    });
    await expect(mcpServers.signIn('everything')).rejects.toMatchObject({ code: 'cli-refused' });
  });

  it('a server that wants a sign-in says so, and is connected once a person signed in on its page', async () => {
    const talk = await box.start(null, { trust: true });
    await talk.reaches('idle');
    await until(async () => expect((await server(talk, 'private')).state).toBe('needs-sign-in'));
    const page = (await talk.session.mcpServers.signIn('private')) ?? expect.fail('there is no page');
    expect(new URL(page).origin).toBe(new URL(signIn.url).origin);
    // What the browser does: it is sent back to Claude Code, which waits on this computer.
    expect((await fetch(page)).status).toBe(200);
    await until(async () => expect(await server(talk, 'private')).toMatchObject({ state: 'connected', version: '9' }));
  });
});
