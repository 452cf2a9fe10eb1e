import { describe, expect, it } from 'vitest';
import { type Scenario, text, tool } from '../../e2e/support/scripted-api';
import type { Ask } from '../../src/shared/ask';
import type { Surface } from '../../src/shared/decision';
import { AppError } from '../../src/shared/errors';
import { surfaceWords } from '../../src/shared/surface-words';
import { useBox, versions } from './support';

/** `npm test` makes fewer; 200 take twenty seconds. */
const rounds = Number(process.env.SIGNALBOX_CLIENT_ROUNDS ?? 40);
const scenario: Scenario = {
  plays: {
    many: [...Array.from({ length: rounds }, (_, i) => tool('mcp__signalbox__ask_user', { question: `Question ${i}?` })), text('Done.')],
  },
};
const newest = versions.slice(-1);

describe.each(newest)('one form, several clients, with Claude %s', (_version, claude) => {
  const box = useBox({ claude, scenario });

  it(`of two answers in one moment exactly one wins, ${rounds} times, and the other hears who was first`, async () => {
    const { desk } = box.core;
    const winners: string[] = [];
    const losers: string[] = [];
    const answer = (ask: Ask, surface: Surface): Promise<void> =>
      desk
        .decide(ask.id, { answer: 'submit', values: { answer: surface } }, surface, { interactionId: ask.interaction?.id })
        .then(() => void winners.push(surface));
    const answered = new Set<string>();
    desk.onChange((list) => {
      for (const ask of list) {
        const id = ask.interaction?.id ?? '';
        if (answered.has(id)) continue;
        answered.add(id);
        // The two take turns to be first.
        const surfaces: Surface[] = answered.size % 2 === 0 ? ['dialog', 'inbox'] : ['inbox', 'dialog'];
        for (const surface of surfaces)
          answer(ask, surface).catch((error: unknown) =>
            losers.push(error instanceof AppError ? `${error.code}: ${error.message}` : String(error)),
          );
      }
    });
    const talk = await box.start('[[many]]');
    expect(await talk.outcomes(1)).toEqual(['done']);
    const results = talk.of('tool').map(({ result }): string => JSON.parse(result?.text ?? '{}').answer);
    expect(results).toHaveLength(rounds);
    expect(results).toEqual(winners);
    // The first of each pair wins, because the claim is synchronous.
    expect(new Set(winners)).toEqual(new Set(['dialog', 'inbox']));
    expect(losers).toHaveLength(rounds);
    expect(
      losers.filter(
        (words, i) =>
          !words.startsWith('already-answered: ') || !words.includes(surfaceWords[results[i] === 'dialog' ? 'dialog' : 'inbox']),
      ),
    ).toEqual([]);
    const steps = talk.of('tool').flatMap(({ interactions = [] }) => interactions);
    expect(steps.map(({ response }) => response?.surface)).toEqual(results);
  });
});
