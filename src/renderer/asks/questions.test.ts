import { describe, expect, it } from 'vitest';
import { type AskedQuestion, answersOf, type Choice, noChoice, optionAt, questionsOf, withOption, withOwnWords } from './questions';

const one: AskedQuestion = { question: 'Which?', header: '', multiSelect: false, options: [] };
const several: AskedQuestion = { question: 'Which ones?', header: '', multiSelect: true, options: [] };
const chosen = (labels: string[], text: string | null = null): Choice => ({ labels, other: text !== null, text: text ?? '' });

describe('questions in an input', () => {
  it('are read however little they say', () => {
    const input = {
      questions: [{ question: 'Which?', options: [{ label: 'A' }, { description: 'no label' }, 5] }, { header: 'none' }, null],
    };
    expect(questionsOf(input)).toEqual([{ ...one, options: [{ label: 'A', description: '', preview: null }] }]);
    expect(questionsOf({ questions: 'none' })).toEqual([]);
  });
});

describe('answers', () => {
  it('are a text for one choice and a list for several, own words last', () => {
    const choices = new Map([
      [one.question, chosen(['A'])],
      [several.question, chosen(['B', 'C'], ' mine ')],
    ]);
    expect(answersOf([one, several], choices)).toEqual({ 'Which?': 'A', 'Which ones?': ['B', 'C', 'mine'] });
  });

  it('are own words alone when those replace the one choice', () => {
    expect(answersOf([one], new Map([[one.question, chosen(['A'], 'mine')]]))).toEqual({ 'Which?': 'mine' });
  });

  it('are not there while a question has none, or own words are still to be said', () => {
    expect(answersOf([one, several], new Map([[one.question, chosen(['A'])]]))).toBeNull();
    expect(answersOf([several], new Map([[several.question, chosen(['B'], ' ')]]))).toBeNull();
    expect(answersOf([], new Map())).toBeNull();
  });
});

describe('choosing', () => {
  it('replaces the one choice, and adds to several', () => {
    expect(withOption(one, chosen(['A'], 'mine'), 'B', true)).toEqual({ labels: ['B'], other: false, text: 'mine' });
    expect(withOption(several, chosen(['A']), 'B', true).labels).toEqual(['A', 'B']);
    expect(withOption(several, chosen(['A', 'B']), 'A', false).labels).toEqual(['B']);
  });

  it('takes own words instead of the one choice, and beside several', () => {
    expect(withOwnWords(one, chosen(['A']), 'x')).toEqual(chosen([], 'x'));
    expect(withOwnWords(several, chosen(['A']), 'x')).toEqual(chosen(['A'], 'x'));
    expect(withOwnWords(one, chosen([], 'x'), '')).toEqual(noChoice);
  });

  it('knows options by their number', () => {
    const asked = { ...one, options: [{ label: 'A', description: '', preview: null }] };
    expect(['1', '2', '0', 'Enter'].map((key) => optionAt(asked, key)?.label)).toEqual(['A', undefined, undefined, undefined]);
  });
});
