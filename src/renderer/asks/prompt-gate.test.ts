import { createStore } from 'jotai';
import { expect, it } from 'vitest';
import { aFormAsk, aPrompt } from '../../../test/a-form-ask';
import { aSession } from '../../../test/a-session';
import { anAsk } from '../../../test/an-ask';
import { defaultSettings } from '../../shared/settings';
import { sessionsAtom, settingsAtom } from '../base/app-state';
import { promptGateAtom } from './prompt-gate';

const fields = [{ id: 'name', type: 'text', label: 'Name' }] as const;
const form = aFormAsk('call', fields);

function gateWith({ window = true, session = true } = {}) {
  const store = createStore();
  store.set(settingsAtom, { ...defaultSettings, interactive: window });
  const one = aSession('One', { id: form.sessionId, interactive: session });
  store.set(sessionsAtom, { sessions: [one], active: one.id, closed: 0 });
  return store.get(promptGateAtom);
}

it('a prompt takes an answer where interactive tools are on', () => {
  expect(gateWith()(form)).toBeNull();
  expect(gateWith({ window: false })(form)).toBe('window-off');
  expect(gateWith({ session: false })(form)).toBe('session-off');
});

it('what Claude Code asks is not about interactive tools', () => {
  expect(gateWith({ window: false, session: false })(anAsk('ls'))).toBeNull();
});

it('a prompt whose tool ended with the app takes none', () => {
  const ended = { ...form, interaction: aPrompt('call', { survivesRestart: false }), note: 'app-restarted' as const };
  expect(gateWith({ window: false })(ended)).toBe('over');
  expect(gateWith()({ ...form, note: 'app-restarted' })).toBeNull();
});
