import { describe, expect, it } from 'vitest';
import { type AskedQuestion, answersOf, type Choice, questionsOf } from './questions';

const one: AskedQuestion = { question: 'Which?', header: '', multiSelect: false, options: [] };
const several: AskedQuestion = { question: 'Which ones?', header: '', multiSelect: true, options: [] };
const chosen = (labels: string[], text: string | null = null): Choice => ({ labels, other: text !== null, text: text ?? '' });

describe('questions in an input', () => {
  it('are read however little they say', () => {
    const input = {
      questions: [{ question: 'Which?', options: [{ label: 'A' }, { description: 'no label' }, 5] }, { header: 'none' }, null],
    };
    expect(questionsOf(input)).toEqual([{ ...one, options: [{ label: 'A', description: '' }] }]);
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
