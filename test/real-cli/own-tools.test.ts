import { describe, expect, it } from 'vitest';
import { type Scenario, text, together, tool } from '../../e2e/support/scripted-api';
import type { Ask } from '../../src/shared/ask';
import type { Decision } from '../../src/shared/decision';
import type { InteractionStep } from '../../src/shared/transcript';
import { until } from '../until';
import { type Box, bash, type Talk, useBox, versions } from './support';

const own = (name: string, input: Readonly<Record<string, unknown>>) => tool(`mcp__signalbox__${name}`, input);
const fields = [
  { id: 'name', type: 'text', label: 'Your name', required: true },
  { id: 'size', type: 'number', label: 'Size', min: 1, max: 9 },
  { id: 'colour', type: 'select', label: 'Colour', options: ['red', { value: 'blue', label: 'Dark blue' }] },
];

const scenario: Scenario = {
  plays: {
    question: [own('ask_user', { question: 'Which city?' }), text('Thanks.')],
    named: [(question) => own('ask_user', { question }), text('Thanks.')],
    form: [own('ask_user', { title: 'About you', fields }), text('Thanks.')],
    nonsense: [own('ask_user', { inputType: 'select', question: 'Which?' }), text('I see.')],
    approve: [own('request_approval', { action: 'Publish it', reason: 'All is ready', scopes: ['once', 'session'] }), text('Done.')],
    show: [own('show_user', { markdown: '# Hello' }), text('Shown.')],
    two: [together(own('ask_user', { question: 'First?' }), own('ask_user', { question: 'Second?' })), text('Thanks.')],
    after: [bash('true'), text('Ready.')],
  },
};

/** The newest pending prompt, answered as a window does. */
async function answer(box: Box, talk: Talk, decision: Decision): Promise<Ask> {
  const ask = await talk.ask();
  await box.core.desk.decide(ask.id, decision, 'dialog', { interactionId: ask.interaction?.id });
  return ask;
}

const stepsOf = (talk: Talk): InteractionStep[] => talk.of('tool').flatMap(({ interactions = [] }) => interactions);
/** What the newest call of one of our tools returned to Claude. */
const resultOf = (talk: Talk): unknown => JSON.parse(talk.of('tool').at(-1)?.result?.text ?? 'null');

describe.each(versions)('our own tools, with Claude %s', (_version, claude) => {
  const box = useBox({ claude, scenario });

  it('one question becomes a form, and the answer is the call’s result', async () => {
    const talk = await box.start('[[question]]');
    const ask = await answer(box, talk, { answer: 'submit', values: { answer: 'Paris' } });
    expect(ask).toMatchObject({ kind: 'form', summary: 'Which city?', interaction: { step: 0, origin: { by: 'tool', tool: 'ask_user' } } });
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(resultOf(talk)).toEqual({ ok: true, answer: 'Paris' });
    expect(stepsOf(talk)).toMatchObject([
      { prompt: 'Which city?', isOpen: false, response: { action: 'submit', surface: 'dialog', values: { answer: 'Paris' } }, turn: 0 },
    ]);
  });

  it('a form with several fields takes only values that fit', async () => {
    const talk = await box.start('[[form]]');
    const { id, interaction } = await talk.ask();
    const wrong = { name: '', size: 12, colour: 'green' };
    expect(box.core.desk.checkForm(id, wrong)).toEqual({
      name: 'Fill in this field.',
      size: 'Enter 9 or less.',
      colour: 'Choose one of the options.',
    });
    const submit = box.core.desk.decide(id, { answer: 'submit', values: wrong }, 'dialog', { interactionId: interaction?.id });
    await expect(submit).rejects.toMatchObject({ code: 'invalid-request' });
    await answer(box, talk, { answer: 'submit', values: { name: 'Ann', size: 3, colour: 'blue' } });
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(resultOf(talk)).toEqual({ ok: true, answers: { name: 'Ann', size: 3, colour: 'blue' } });
  });

  it('a closed form tells Claude that it was cancelled', async () => {
    const talk = await box.start('[[question]]');
    await answer(box, talk, { answer: 'cancel' });
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(resultOf(talk)).toEqual({ ok: false, cancelled: true });
  });

  it('a form that can’t be drawn is a tool error, and nobody is asked', async () => {
    const talk = await box.start('[[nonsense]]');
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(talk.of('tool')).toMatchObject([{ status: 'error' }]);
    expect(resultOf(talk)).toMatchObject({ ok: false, code: 'invalid-request' });
  });

  it('an approval for the session is not asked for again', async () => {
    const talk = await box.start('[[approve]]');
    const ask = await answer(box, talk, { answer: 'allow', approvalScope: 'session' });
    expect(ask).toMatchObject({
      kind: 'permission',
      interaction: { approvalScopes: ['once', 'session'], prompt: 'Publish it\n\nAll is ready' },
    });
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(resultOf(talk)).toEqual({ ok: true, scope: 'session' });
    talk.send('[[approve]]');
    expect(await talk.outcomes(2)).toEqual(['done', 'done']);
    expect(resultOf(talk)).toEqual({ ok: true, scope: 'session' });
    expect(box.core.approvals.list).toMatchObject([{ tool: 'request_approval', key: 'Publish it', scope: 'session' }]);
  });

  it('a denied approval tells Claude the reason', async () => {
    const talk = await box.start('[[approve]]');
    await answer(box, talk, { answer: 'deny', reason: 'Not today.' });
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(resultOf(talk)).toEqual({ ok: false, denied: true, reason: 'Not today.' });
  });

  it('neither a mode nor a rule answers what a tool asks', async () => {
    const talk = await box.start('[[approve]]', { permissions: { mode: 'all', minutes: 30 } });
    await answer(box, talk, { answer: 'deny' });
    expect(await talk.outcomes(1)).toEqual(['done']);
  });

  it('two calls of one message ask one after the other', async () => {
    const talk = await box.start('[[two]]');
    await answer(box, talk, { answer: 'submit', values: { answer: 'one' } });
    await until(async () => expect((await talk.ask()).summary).toBe('Second?'));
    await answer(box, talk, { answer: 'submit', values: { answer: 'two' } });
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(talk.of('tool').map(({ result }) => JSON.parse(result?.text ?? 'null'))).toEqual([
      { ok: true, answer: 'one' },
      { ok: true, answer: 'two' },
    ]);
  });

  it('an interrupt closes the form everywhere', async () => {
    const talk = await box.start('[[question]]');
    await talk.ask();
    await talk.session.interrupt();
    expect(await talk.outcomes(1)).toEqual(['interrupted']);
    expect(await talk.asks(0)).toEqual([]);
    expect(stepsOf(talk)).toMatchObject([{ isOpen: false, response: null }]);
  });

  it('with interactive tools turned off, Claude hears so at once', async () => {
    const talk = await box.start(null);
    talk.session.setInteractive(false);
    talk.send('[[question]]');
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(resultOf(talk)).toMatchObject({ ok: false, code: 'interaction-unavailable' });
  });

  it('what is shown needs no answer', async () => {
    const talk = await box.start('[[show]]');
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(resultOf(talk)).toEqual({ ok: true });
    expect(await talk.asks(0)).toEqual([]);
  });

  it('after a kill -9 of the run, answering the form completes the same call', async () => {
    const talk = await box.start('[[named:After the crash?]]');
    const before = await talk.ask();
    await box.onDisk('{"question":"After the crash?"}');
    process.kill(talk.pid, 'SIGKILL');
    await until(async () => expect((await talk.ask()).note).toBe('run-ended'));
    await answer(box, talk, { answer: 'submit', values: { answer: 'Rome' } });
    await until(() => expect(resultOf(talk)).toEqual({ ok: true, answer: 'Rome' }));
    expect(talk.of('tool').map(({ toolUseId }) => toolUseId)).toEqual([before.toolUseId]);
  });
});
