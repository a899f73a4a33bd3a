import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inPlaces, runsOf } from './places.logic.ts';

const item = (id: string, group: string) => ({ id, group });
const [inbox, rules, reply, snooze, spam] = [
  item('inbox', 'Go to'),
  item('rules', 'Go to'),
  item('reply', 'Conversation'),
  item('snooze', 'Conversation'),
  item('spam', 'Conversation'),
];

test('the items of a group stand together, groups in the order of their first items', () => {
  assert.deepEqual(inPlaces([reply, inbox, snooze, rules], []), [reply, snooze, inbox, rules]);
});

test('what is new comes after what was listed, in the order of its arrival', () => {
  assert.deepEqual(inPlaces([snooze, reply, inbox], ['reply', 'inbox']), [reply, inbox, snooze]);
  assert.deepEqual(inPlaces([spam, snooze, reply, inbox], ['reply', 'inbox', 'snooze']), [reply, inbox, snooze, spam]);
});

test('what is gone leaves its place to the next', () => {
  assert.deepEqual(inPlaces([inbox, rules], ['inbox', 'reply', 'rules']), [inbox, rules]);
});

test('a group that comes again is another run', () => {
  assert.deepEqual(runsOf([reply, inbox, rules, snooze]), [
    { group: 'Conversation', items: [reply] },
    { group: 'Go to', items: [inbox, rules] },
    { group: 'Conversation', items: [snooze] },
  ]);
  assert.deepEqual(runsOf([]), []);
});
