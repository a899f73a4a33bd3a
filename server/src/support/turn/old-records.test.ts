import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPolicy } from '../../../test/policy.ts';
import { decideOn } from './decide-on.ts';
import { noSignals } from '../signals/signals.logic.ts';
import { statedReasonForPeople, type Known } from './known.logic.ts';

const known = (signals: Known['signals']): Known => ({
  format: 1,
  channel: 'email',
  message: {
    ids: [],
    newestSeq: 1,
    subject: null,
    text: 'The charger caught fire.',
    language: 'en',
    attachments: [],
    needsUnreadableAttachment: false,
  },
  history: [],
  customer: { name: null, email: null, externalId: null, verified: false, locale: null, attributes: {} },
  conversation: {
    tagIds: [],
    language: null,
    episode: 1,
    priority: 'normal',
    waitingSince: null,
    turns: 0,
    clarifications: 0,
    isFirst: true,
  },
  signals,
  tags: { ids: [], by: null },
  holds: [],
  budgets: { turnsThisMinute: 0, tokens: null },
  time: { now: '2026-01-05T10:00:00.000Z', answerBy: null, businessHours: true, weekday: 1, hour: 10 },
  limits: {
    mode: 'auto',
    thresholds: { answer: 0.7, clarify: 0.45 },
    maxAiTurns: 8,
    maxClarifications: 1,
    allowedLanguages: [],
    defaultDestinationId: null,
  },
  ready: ['email'],
  answer: { asked: false },
});

test('a record from before danger raised the priority is decided as before: no priority, and no danger line in the note', () => {
  const { raisesPriorityTo: _, ...before } = { ...noSignals, humanOnly: true, humanOnlyWhy: 'safety' as const };
  const old = decideOn(aPolicy(), known(before));
  const today = decideOn(aPolicy(), known({ ...before, raisesPriorityTo: 'urgent' }));
  assert.ok(old.kind === 'final' && today.kind === 'final');
  assert.deepEqual([old.ruling, statedReasonForPeople(known(before))], [{ ...today.ruling, priority: null }, null]);
  assert.deepEqual([today.ruling.reason, today.ruling.priority], ['guardrail', 'urgent']);
});
