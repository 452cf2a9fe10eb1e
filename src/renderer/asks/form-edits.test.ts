import { createStore } from 'jotai';
import { afterEach, expect, it, vi } from 'vitest';
import { aFormAsk, aPrompt } from '../../../test/a-form-ask';
import type { Ask } from '../../shared/ask';
import { formOf } from '../../shared/ask';
import type { FormField, FormValues } from '../../shared/form';
import { asksAtom } from '../base/app-state';
import {
  type AskedForm,
  askedForm,
  changeFormAtom,
  checkFormAtom,
  formEditAtom,
  pruneFormsAtom,
  restoreFormAtom,
  saveFormAtom,
} from './form-edits';

afterEach(() => void vi.unstubAllGlobals());

const fields: readonly [FormField, FormField] = [
  { id: 'name', type: 'text', label: 'Name', required: true },
  { id: 'age', type: 'number', label: 'Age' },
];

/** A window with one form, and a main process that remembers drafts by prompt. */
function setUp(drafts: Record<string, FormValues> = {}, errors: Record<string, string> = {}) {
  const requests: string[] = [];
  const request = async (name: string, params: { interactionId: string; values: FormValues }) => {
    requests.push(name);
    if (name === 'asks.saveFormDraft') drafts[params.interactionId] = params.values;
    const value = name === 'asks.formDraft' ? (drafts[params.interactionId] ?? null) : name === 'asks.checkForm' ? errors : undefined;
    return { ok: true, value };
  };
  vi.stubGlobal('window', { signalbox: { request } });
  const store = createStore();
  const show = (ask: Ask): AskedForm => {
    store.set(asksAtom, [ask]);
    const input = formOf(ask.input);
    const form = input && askedForm(ask, input);
    if (!form) throw new Error('it has no form');
    return form;
  };
  const type = (form: AskedForm, typed: FormValues): void =>
    store.set(changeFormAtom, form, ({ values, changed }) => ({
      values: { ...values, ...typed },
      changed: new Set([...changed, ...Object.keys(typed)]),
    }));
  const valuesOf = (form: AskedForm) => store.get(formEditAtom)(form).values;
  return { store, show, type, valuesOf, drafts, requests };
}

it('starts with the initial values, and what was typed before the app ended', async () => {
  const { store, show, valuesOf } = setUp({ call: { name: 'An' } });
  const form = show(aFormAsk('call', fields, {}, { name: 'x', age: 7 }));
  expect(valuesOf(form)).toEqual({ name: 'x', age: '7' });
  await store.set(restoreFormAtom, form);
  expect(valuesOf(form)).toEqual({ name: 'An', age: '7' });
});

it('keeps what was typed while the draft was being read', async () => {
  const { store, show, type, valuesOf } = setUp({ call: { name: 'An', age: '4' } });
  const form = show(aFormAsk('call', fields));
  const restored = store.set(restoreFormAtom, form);
  type(form, { name: 'Bo' });
  await restored;
  expect(valuesOf(form)).toEqual({ name: 'Bo', age: '4' });
});

it('saves what was typed, once, also a text that is no number', async () => {
  const { store, show, type, drafts, requests } = setUp();
  const form = show(aFormAsk('call', fields));
  await store.set(restoreFormAtom, form);
  await store.set(saveFormAtom, form);
  type(form, { age: 'twelve' });
  await store.set(saveFormAtom, form);
  await store.set(saveFormAtom, form);
  expect(drafts).toEqual({ call: { age: 'twelve' } });
  expect(requests.filter((name) => name === 'asks.saveFormDraft')).toHaveLength(1);
});

it('does not save before it has read what was saved, nor for a prompt that is gone', async () => {
  const { store, show, type, requests } = setUp();
  const form = show(aFormAsk('call', fields));
  type(form, { name: 'An' });
  await store.set(saveFormAtom, form);
  await store.set(restoreFormAtom, form);
  store.set(asksAtom, []);
  await store.set(saveFormAtom, form);
  expect(requests).toEqual(['asks.formDraft']);
});

it('the next prompt of a call starts with its own values, and not with what was typed for the last', async () => {
  const { store, show, type, valuesOf, drafts } = setUp();
  const first = show(aFormAsk('call', fields));
  await store.set(restoreFormAtom, first);
  type(first, { name: 'Anne', age: '4' });
  const second = show(aFormAsk('call', fields, { interaction: aPrompt('second', { step: 1, error: 'Who?' }) }, { name: 'Ann' }));
  expect(valuesOf(second)).toEqual({ name: 'Ann' });
  await store.set(saveFormAtom, first);
  expect(drafts).toEqual({});
});

it('what comes late for an earlier prompt changes nothing of the next one', async () => {
  const { store, show, type, valuesOf, drafts } = setUp({ call: { name: 'Anne' } });
  const first = show(aFormAsk('call', fields));
  const restored = store.set(restoreFormAtom, first);
  const second = show(aFormAsk('call', fields, { interaction: aPrompt('second', { step: 1 }) }));
  await store.set(restoreFormAtom, second);
  type(second, { name: 'Bo' });
  await restored;
  type(first, { name: 'late' });
  await store.set(saveFormAtom, second);
  expect([valuesOf(second), drafts.second]).toEqual([{ name: 'Bo' }, { name: 'Bo' }]);
});

it('notes the errors of the window first, and then those that only main finds', async () => {
  const { store, show, type, requests } = setUp({}, { name: 'This does not have the expected form.' });
  const [name, age] = fields;
  const form = show(aFormAsk('call', [{ ...name, pattern: '[A-Z].*' }, age]));
  type(form, { age: 'twelve' });
  expect((await store.set(checkFormAtom, form)).errors).toEqual({ name: 'Fill in this field.', age: 'Enter a number.' });
  expect(requests).toEqual([]);
  type(form, { name: 'An', age: '12' });
  const checked = await store.set(checkFormAtom, form);
  expect(checked).toEqual({ values: { name: 'An', age: 12 }, errors: { name: 'This does not have the expected form.' } });
  expect(store.get(formEditAtom)(form)).toMatchObject({ values: { name: 'An', age: '12' }, errors: checked.errors });
});

it('forgets what was typed for asks that are gone', () => {
  const { store, show, type, valuesOf } = setUp();
  const form = show(aFormAsk('call', fields));
  type(form, { name: 'An' });
  store.set(pruneFormsAtom, new Set([form.id]));
  expect(valuesOf(form)).toEqual({ name: 'An' });
  store.set(pruneFormsAtom, new Set());
  expect(valuesOf(form)).toEqual({});
});
