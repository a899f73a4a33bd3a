import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  brokenOnTheWay,
  latestDecision,
  lookedForPassages,
  matchedRule,
  passagesOf,
  placeOf,
  totalMilliseconds,
  valueText,
} from './trace.logic.ts';

const passage = (chunk: string, score: number) => ({
  document_id: 'd',
  version: 1,
  chunk_id: chunk,
  title: 'Refund policy',
  heading_path: ['Refund policy', 'Double charges'],
  score,
  lexical_rank: 1,
  vector_rank: null,
});
const citation = (chunk: string) => ({
  document_id: 'd',
  version: 1,
  chunk_id: chunk,
  title: 'Refund policy',
  quote: '',
});

test('cited passages come first, then the rest by score', () => {
  const evidence = [passage('a', 0.2), passage('b', 0.9), passage('c', 0.5)];
  const { cited, others } = passagesOf({ evidence, answer: { text: '', citations: [citation('c')], engine: 'e' } });
  assert.deepEqual([cited.map((each) => each.chunk_id), others.map((each) => each.chunk_id)], [['c'], ['b', 'a']]);
  assert.equal(placeOf(passage('a', 1)), 'Refund policy › Double charges');
});

test('finding nothing differs from not searching', () => {
  const nothing = { evidence: [], answer: null };
  assert.equal(lookedForPassages({ ...nothing, timings_ms: { understand: 1.2 } }), false);
  assert.equal(lookedForPassages({ ...nothing, timings_ms: { understand: 1.2, draft: 3 } }), true);
  assert.equal(lookedForPassages({ evidence: [passage('a', 1)], answer: null, timings_ms: {} }), true);
});

test('the time is the sum of its parts, and the rule is the one that matched', () => {
  assert.equal(totalMilliseconds({ draft: 302.5, understand: 1.2 }), 304);
  const rule = (name: string, result: 'matched' | 'not_matched') => ({ rule_id: name, name, result });
  assert.equal(matchedRule({ rules: [rule('a', 'not_matched'), rule('b', 'matched')] })?.name, 'b');
  assert.equal(matchedRule({ rules: [] }), null);
});

test('missing or disabled destinations need repair, closed ones do not', () => {
  const path = (['missing', 'disabled', 'closed', 'accepted'] as const).map((result) => ({
    id: result,
    name: result,
    result,
  }));
  const destination = { id: 'accepted', name: 'accepted', kind: 'queue' as const, path };
  assert.deepEqual(
    brokenOnTheWay({ destination }).map(({ name }) => name),
    ['missing', 'disabled'],
  );
  assert.deepEqual(brokenOnTheWay({ destination: null }), []);
});

test('the echo of our own message from a helpdesk is not the decision that people look for', () => {
  const [echo, answer] = [{ reason: 'own_echo' as const }, { reason: 'confident' as const }];
  assert.equal(latestDecision([echo, answer]), answer);
  assert.equal(latestDecision([echo]), echo);
  assert.equal(latestDecision([]), undefined);
});

test('values of lookups are formatted for people', () => {
  assert.equal(valueText({ amount: '49.90', currency: 'EUR' }, 'en-GB'), '€49.90');
  assert.equal(valueText({ amount: 'many', currency: 'EUR' }, 'en-GB'), 'amount: many, currency: EUR');
  assert.equal(valueText({ city: 'Graz', lines: ['a', 2] }, 'en'), 'city: Graz, lines: a, 2');
  assert.equal(valueText(null, 'en'), '–');
  assert.equal(valueText(true, 'en'), 'true');
});
