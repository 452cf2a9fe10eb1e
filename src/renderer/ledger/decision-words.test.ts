import { expect, it } from 'vitest';
import type { AskKind } from '../../shared/ask';
import type { RecordedDecision } from '../../shared/ledger';
import { byWords, decisionWords } from './decision-words';

it('says what was decided', () => {
  const words = (decision: RecordedDecision, kind: AskKind = 'permission', edited = false) =>
    decisionWords({ decision, kind, edited }).text;
  expect([
    words('allow'),
    words('allow', 'permission', true),
    words('allow', 'plan'),
    words('deny'),
    words('deny', 'plan'),
    words('answers', 'question'),
    words('submit', 'form'),
    words('deny', 'form'),
    words('cancel', 'form'),
    words('withdrawn'),
    words('not-made'),
    words('may-have-run'),
    words('delivered'),
  ]).toEqual([
    'Allowed',
    'Allowed, changed',
    'Approved',
    'Denied',
    'Kept planning',
    'Answered',
    'Submitted',
    'Declined',
    'Closed',
    'Withdrawn',
    'Not made',
    'May have run',
    'delivered',
  ]);
});

it('says who or what decided, and why', () => {
  expect([
    byWords({ surface: 'tray', reason: null }),
    byWords({ surface: 'card', reason: 'not that one' }),
    byWords({ surface: 'rule', reason: 'rule Bash(npm run *)' }),
    byWords({ surface: 'mode', reason: 'only reads' }),
    byWords({ surface: 'none', reason: null }),
  ]).toEqual([
    ['in the tray'],
    ['in the card', '“not that one”'],
    ['by rule Bash(npm run *)'],
    ['by the permission mode', 'only reads'],
    [],
  ]);
});
