import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseThread, type ThreadClues } from './thread.logic.ts';

const clues = (more: Partial<ThreadClues> = {}): ThreadClues => ({
  token: null,
  sender: 'noor@customer.test',
  authenticity: 'proven',
  ancestors: ['unknown@x.test', 'ours@birch.test'],
  known: new Map([['ours@birch.test', { thread: 'old', sealed: false }]]),
  participants: new Map([['old', new Set(['noor@customer.test'])]]),
  isReport: false,
  newThread: 'new',
  ...more,
});

test('an answer of a participant joins the thread of the mail that it answers', () => {
  assert.deepEqual(chooseThread(clues()), { thread: 'old', by: 'ancestor', stranger: false, claims: null });
});
test('nobody joins by ids alone', () => {
  assert.equal(chooseThread(clues({ sender: 'mallory@cedar.test' })).thread, 'new');
  assert.equal(chooseThread(clues({ sender: null })).thread, 'new');
});
test('a participant’s name without proof does not join, and is shown to people', () => {
  assert.deepEqual(chooseThread(clues({ authenticity: 'unproven' })), {
    thread: 'new',
    by: 'new',
    stranger: false,
    claims: 'old',
  });
});
test('without proof an id that we sealed joins', () => {
  const known = new Map([['ours@birch.test', { thread: 'old', sealed: true }]]);
  assert.equal(chooseThread(clues({ authenticity: 'unproven', known })).thread, 'old');
  assert.equal(chooseThread(clues({ authenticity: 'unproven', known, sender: 'mallory@cedar.test' })).thread, 'new');
  assert.equal(chooseThread(clues({ authenticity: 'disowned', known })).thread, 'new');
});
test('the nearest known ancestor decides', () => {
  const known = new Map([
    ['ours@birch.test', { thread: 'old', sealed: false }],
    ['other@birch.test', { thread: 'older', sealed: false }],
  ]);
  const participants = new Map(['old', 'older'].map((thread) => [thread, new Set(['noor@customer.test'])]));
  assert.equal(
    chooseThread(clues({ known, participants, ancestors: ['other@birch.test', 'ours@birch.test'] })).thread,
    'older',
  );
});
test('a token joins, and tells a stranger from a participant', () => {
  const participants = new Map([['sealed', new Set(['noor@customer.test'])]]);
  assert.deepEqual(chooseThread(clues({ token: 'sealed', participants })), {
    thread: 'sealed',
    by: 'token',
    stranger: false,
    claims: null,
  });
  assert.equal(chooseThread(clues({ token: 'sealed', participants, sender: 'x@y.test' })).stranger, true);
});
test('a report about our mail belongs to its thread, but its sender to nobody', () => {
  const known = new Map([['ours@birch.test', { thread: 'old', sealed: true }]]);
  const choice = chooseThread(clues({ sender: 'mailer-daemon@mx.test', isReport: true, known }));
  assert.deepEqual(choice, { thread: 'old', by: 'ancestor', stranger: true, claims: null });
});
test('without a known ancestor a thread begins', () => {
  assert.deepEqual(chooseThread(clues({ known: new Map() })), {
    thread: 'new',
    by: 'new',
    stranger: false,
    claims: null,
  });
});
