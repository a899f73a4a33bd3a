import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SuiteCase } from '@desk/contract/suite';
import { caseOf, valuesOf } from './case-values.logic.ts';

const kept: SuiteCase = {
  id: 'refund-1',
  name: 'Refund',
  tags: ['billing'],
  enabled: true,
  critical: true,
  weight: 2,
  context: { channel: 'email', language: 'en' },
  turns: [{ customer: 'Hello', expect: { outcome: 'clarify' } }, { customer: 'A refund, please' }],
  expect: { outcome: 'answer', confidence_min: 0.7, answer: { must_include: ['30 days', 'working'], max_words: 90 } },
  repeat: 3,
};

test('parts of a case that the form does not show stay unchanged', () => {
  assert.deepEqual(caseOf(valuesOf(kept), kept), kept);
});

test('an emptied field is no longer expected, and empty turns are left out', () => {
  const values = { ...valuesOf(kept), outcome: null, include: ' \n', turns: ['Hello', '  '] };
  const { turns, expect } = caseOf(values, kept);
  assert.deepEqual(turns, [kept.turns[0]]);
  assert.deepEqual(expect, { confidence_min: 0.7, answer: { max_words: 90 } });
});

test('a new case contains what was filled in', () => {
  const values = { ...valuesOf(), turns: ['Where is my order?'], outcome: 'escalate', exclude: 'tomorrow\ntoday' };
  assert.deepEqual(caseOf(values), {
    turns: [{ customer: 'Where is my order?' }],
    context: {},
    tags: [],
    critical: false,
    enabled: true,
    expect: { outcome: 'escalate', answer: { must_not_include: ['tomorrow', 'today'] } },
  });
});

test('channel, verification and sources are read and written, and hidden parts stay unchanged', () => {
  const of = {
    ...kept,
    context: { channel: 'chatdesk' as const, customer: { verified: true, email: 'a@b.example' }, subject: 'Hi' },
    expect: { sources_any: ['Returns'] },
  };
  const values = valuesOf(of);
  assert.deepEqual([values.channel, values.verified, values.sources], ['chatdesk', true, ['Returns']]);
  assert.deepEqual(caseOf(values, of).context, of.context);
  const changed = caseOf({ ...values, channel: null, verified: false, sources: [] }, of);
  assert.deepEqual(changed.context, { customer: { email: 'a@b.example' }, subject: 'Hi' });
  assert.deepEqual(changed.expect, {});
});
