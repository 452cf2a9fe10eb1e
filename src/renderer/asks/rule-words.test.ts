import { expect, it } from 'vitest';
import type { RuleCandidate } from '../../shared/rule';
import { draftRule } from './rule-words';

const wide: RuleCandidate = { tool: 'Bash', content: null, label: 'Every command', exact: false, sessionOnly: true };
const narrow: RuleCandidate = { tool: 'Bash', content: 'npm run *', label: 'npm run', exact: false, sessionOnly: false };

it('keeps the scope the person wanted where the rule may have it', () => {
  const everywhere = { ...draftRule(narrow, null), scope: 'everywhere' as const, inClaude: true };
  expect(draftRule(narrow, everywhere)).toEqual({ tool: 'Bash', content: 'npm run *', scope: 'everywhere', inClaude: true });
  expect(draftRule(wide, everywhere)).toEqual({ tool: 'Bash', content: null, scope: 'session', inClaude: false });
});
