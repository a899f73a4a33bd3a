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

test('a participant’s reply joins the thread of the mail that it answers', () => {
  assert.deepEqual(chooseThread(clues()), { thread: 'old', by: 'ancestor', stranger: false, claims: null });
});
test('ids alone do not join a mail to a thread', () => {
  assert.equal(chooseThread(clues({ sender: 'mallory@cedar.test' })).thread, 'new');
  assert.equal(chooseThread(clues({ sender: null })).thread, 'new');
});
test('an unproven participant’s mail does not join, and its claim is shown to people', () => {
  assert.deepEqual(chooseThread(clues({ authenticity: 'unproven' })), {
    thread: 'new',
    by: 'new',
    stranger: false,
    claims: 'old',
  });
});
test('an unproven participant’s mail joins by an id that we sealed', () => {
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
test('a token joins a mail, and a stranger is told apart from a participant', () => {
  const participants = new Map([['sealed', new Set(['noor@customer.test'])]]);
  assert.deepEqual(chooseThread(clues({ token: 'sealed', participants })), {
    thread: 'sealed',
    by: 'token',
    stranger: false,
    claims: null,
  });
  assert.equal(chooseThread(clues({ token: 'sealed', participants, sender: 'x@y.test' })).stranger, true);
});
test('a report about our mail joins that mail’s thread, but its sender counts as a stranger', () => {
  const known = new Map([['ours@birch.test', { thread: 'old', sealed: true }]]);
  const choice = chooseThread(clues({ sender: 'mailer-daemon@mx.test', isReport: true, known }));
  assert.deepEqual(choice, { thread: 'old', by: 'ancestor', stranger: true, claims: null });
});
test('a mail without a known ancestor begins a thread', () => {
  assert.deepEqual(chooseThread(clues({ known: new Map() })), {
    thread: 'new',
    by: 'new',
    stranger: false,
    claims: null,
  });
});
