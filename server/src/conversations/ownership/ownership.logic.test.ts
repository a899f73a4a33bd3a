import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  aiDrafted,
  aiSpoke,
  confirmed,
  customerMessage,
  firstMessage,
  handToAi,
  handToHuman,
  humanReply,
  setStatus,
  waitsAgain,
  wake,
  wordsLost,
  type AiPermission,
  type OwnershipState,
} from './ownership.logic.ts';

const at = new Date('2026-03-02T10:00:00Z');
const may: AiPermission = { may: true };
const off: AiPermission = { may: false, reason: 'auto_respond_off' };
const standing = (change: Partial<OwnershipState>): OwnershipState => ({
  status: 'open',
  owner: 'ai',
  aiState: 'idle',
  resolution: null,
  episode: 1,
  inquiry: 1,
  waitingSince: null,
  snoozedUntil: null,
  resolvedAt: null,
  ...change,
});
const short = (step: { standing: OwnershipState } | null) =>
  step && `${step.standing.status}/${step.standing.owner}/${step.standing.aiState ?? '-'}`;

test('the first message waits for the AI, or for people with a reason', () => {
  assert.equal(short(firstMessage(at, may)), 'open/ai/queued');
  assert.equal(short(firstMessage(at, off)), 'open/human/-');
  assert.deepEqual(firstMessage(at, off).change, { direction: 'to_human', reason: 'auto_respond_off' });
});

const again: [string, Partial<OwnershipState>, AiPermission, string][] = [
  ['after our answer', { status: 'pending' }, may, 'open/ai/queued'],
  ['while a turn runs, supersedes it', { aiState: 'running', waitingSince: at }, may, 'open/ai/queued'],
  ['with the switch off, goes to people', { status: 'pending' }, off, 'open/human/-'],
  ['to people, stays with people', { status: 'pending', owner: 'human', aiState: null }, may, 'open/human/-'],
  [
    'wakes a snoozed conversation',
    { status: 'snoozed', owner: 'human', aiState: null, snoozedUntil: at },
    may,
    'open/human/-',
  ],
  [
    'reopens a conversation that the AI had resolved, for the AI',
    { status: 'resolved', resolution: 'ai_confirmed', resolvedAt: at },
    may,
    'open/ai/queued',
  ],
  [
    'reopens a conversation that people had resolved, for people',
    { status: 'resolved', owner: 'human', aiState: null, resolution: 'human', resolvedAt: at },
    may,
    'open/human/-',
  ],
  ['from a spammer changes nothing', { status: 'spam', owner: 'human', aiState: null }, may, 'spam/human/-'],
];
for (const [name, before, permission, after] of again) {
  test(`a customer message ${name}`, () =>
    assert.equal(short(customerMessage(standing(before), at, permission)), after));
}

test('a reopened conversation begins a new episode and is not resolved any more', () => {
  const { standing: reopened } = customerMessage(
    standing({ status: 'resolved', resolution: 'ai_confirmed', resolvedAt: at }),
    at,
    may,
  );
  assert.deepEqual([reopened.episode, reopened.resolution, reopened.resolvedAt], [2, null, null]);
});

test('the wait counts from the oldest unanswered message', () => {
  const later = new Date(at.getTime() + 60_000);
  assert.equal(
    customerMessage(standing({ waitingSince: at, aiState: 'queued' }), later, may).standing.waitingSince,
    at,
  );
});

test('a person who replies takes over and ends the wait', () => {
  const step = humanReply(standing({ aiState: 'running', waitingSince: at }));
  assert.equal(short(step), 'pending/human/-');
  assert.deepEqual([step.change?.reason, step.standing.waitingSince], ['human_reply', null]);
  assert.equal(humanReply(standing({ owner: 'human', aiState: null })).change, null);
});

test('a handover to people is idempotent, and refused for spam', () => {
  assert.equal(short(handToHuman(standing({ status: 'pending' }), 'manual')), 'open/human/-');
  assert.equal(handToHuman(standing({ owner: 'human', aiState: null }), 'manual')?.change, null);
  assert.equal(handToHuman(standing({ status: 'spam' }), 'manual'), null);
});

test('the AI gets a turn only if a customer message is unanswered', () => {
  assert.equal(short(handToAi(standing({ owner: 'human', aiState: null, waitingSince: at }))), 'open/ai/queued');
  assert.equal(short(handToAi(standing({ owner: 'human', aiState: null }))), 'pending/ai/idle');
  const resolved = { status: 'resolved', resolution: 'human', resolvedAt: at, owner: 'human', aiState: null } as const;
  const taken = handToAi(standing(resolved));
  assert.equal(short(taken), 'pending/ai/idle');
  assert.deepEqual([taken.standing.resolution, taken.standing.resolvedAt], [null, null]);
  assert.equal(short(handToAi(standing({ ...resolved, status: 'spam', waitingSince: at }))), 'open/ai/queued');
});

const earlier = new Date(at.getTime() - 60_000);
const gone: [string, Partial<OwnershipState>, string][] = [
  ['of the AI hands over to people', { status: 'pending' }, 'open/human/-'],
  ['of a person is work again', { status: 'pending', owner: 'human', aiState: null }, 'open/human/-'],
  [
    'reopens a resolved conversation',
    { status: 'resolved', resolution: 'human', resolvedAt: at, aiState: null },
    'open/human/-',
  ],
  [
    'wakes a snoozed conversation',
    { status: 'snoozed', owner: 'human', aiState: null, snoozedUntil: at },
    'open/human/-',
  ],
];
for (const [name, before, after] of gone) {
  test(`a lost message ${name}`, () => {
    const step = wordsLost(standing(before), { since: earlier, reason: 'ai_error' });
    const { waitingSince, resolution, resolvedAt, snoozedUntil } = step?.standing ?? standing({});
    assert.deepEqual(
      [short(step), waitingSince, resolution, resolvedAt, snoozedUntil],
      [after, earlier, null, null, null],
    );
    assert.equal(step?.change?.reason ?? null, before.owner === 'human' ? null : 'ai_error');
  });
}

test('spam is not answered after a message was lost', () =>
  assert.equal(wordsLost(standing({ status: 'spam' }), { since: at, reason: 'ai_error' }), null));

test('a withdrawn message restores the wait from its beginning, but only if work is due', () => {
  assert.equal(waitsAgain(standing({}), at).waitingSince, at);
  assert.equal(waitsAgain(standing({ waitingSince: at }), earlier).waitingSince, earlier);
  assert.equal(waitsAgain(standing({ waitingSince: earlier }), at).waitingSince, earlier);
  assert.equal(waitsAgain(standing({}), null).waitingSince, null);
  for (const status of ['pending', 'resolved', 'spam'] as const)
    assert.equal(waitsAgain(standing({ status }), at).waitingSince, null);
});

test('an answer, a draft and a confirmation end the AI’s turn', () => {
  assert.deepEqual(
    [aiSpoke(standing({ waitingSince: at })).status, aiSpoke(standing({ waitingSince: at })).waitingSince],
    ['pending', null],
  );
  assert.deepEqual(
    [aiDrafted(standing({ waitingSince: at })).aiState, aiDrafted(standing({ waitingSince: at })).waitingSince],
    ['awaiting_approval', at],
  );
  assert.deepEqual(
    [confirmed(standing({}), at).status, confirmed(standing({}), at).resolution],
    ['resolved', 'ai_confirmed'],
  );
});

test('a person resolves, snoozes and reopens; a snooze needs a time and an unresolved conversation', () => {
  const soon = new Date(at.getTime() + 3_600_000);
  assert.equal(setStatus(standing({}), 'resolved', { now: at, snoozedUntil: null })?.standing.resolution, 'human');
  assert.equal(short(setStatus(standing({}), 'snoozed', { now: at, snoozedUntil: soon })), 'snoozed/human/-');
  assert.equal(setStatus(standing({}), 'snoozed', { now: at, snoozedUntil: null }), null);
  assert.equal(setStatus(standing({ status: 'resolved' }), 'snoozed', { now: at, snoozedUntil: soon }), null);
  assert.equal(wake(standing({ status: 'snoozed', snoozedUntil: at })).status, 'open');
});

const anyStanding = fc.record({
  status: fc.constantFrom('open', 'pending', 'snoozed', 'resolved', 'spam'),
  owner: fc.constantFrom('ai', 'human'),
  resolution: fc.constantFrom(null, 'ai_confirmed', 'human'),
  waiting: fc.boolean(),
});

test('after any steps, only the AI has an AI state, and a customer who waits for the AI has a turn', () => {
  fc.assert(
    fc.property(anyStanding, fc.boolean(), ({ status, owner, resolution, waiting }, isPermitted) => {
      const now = standing({
        status,
        owner,
        aiState: owner === 'ai' ? 'idle' : null,
        resolution,
        waitingSince: waiting ? at : null,
      } as Partial<OwnershipState>);
      const steps = [
        customerMessage(now, at, isPermitted ? may : off),
        humanReply(now),
        handToHuman(now, 'manual'),
        handToAi(now),
      ];
      for (const step of steps) {
        if (!step) continue;
        assert.equal(step.standing.aiState !== null, step.standing.owner === 'ai');
        if (step.change) assert.notEqual(step.standing.owner, now.owner);
      }
      const { standing: after } = customerMessage(now, at, isPermitted ? may : off);
      if (after.status === 'open' && after.owner === 'ai') assert.equal(after.aiState, 'queued');
    }),
  );
});
