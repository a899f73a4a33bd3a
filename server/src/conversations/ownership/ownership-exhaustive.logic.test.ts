import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  wake,
  type AiPermission,
  type OwnershipState,
  type OwnershipStep,
} from './ownership.logic.ts';

// Compares every member of the state before and after: a member that a step forgets to clear, or clears by mistake, fails here.

const long = new Date('2026-03-01T08:00:00Z');
const at = new Date('2026-03-02T10:00:00Z');
const later = new Date('2026-03-03T09:00:00Z');
const may: AiPermission = { may: true };

/** Owned by the AI, snoozed by people, in its third episode; every member has a value. */
const fullState: OwnershipState = {
  status: 'snoozed',
  owner: 'ai',
  aiState: 'running',
  resolution: 'ai_assumed',
  episode: 3,
  inquiry: 2,
  waitingSince: long,
  snoozedUntil: later,
  resolvedAt: long,
};
const withPeople: OwnershipState = { ...fullState, owner: 'human', aiState: null };
const cleared = { snoozedUntil: null, resolution: null, resolvedAt: null };
const toPeople = (reason: NonNullable<OwnershipStep['change']>['reason']) =>
  ({ direction: 'to_human', reason }) as const;
const toAi = { direction: 'to_ai', reason: 'returned_to_ai' } as const;

const steps: [string, OwnershipStep | null, OwnershipStep | null][] = [
  [
    'the first message opens the first episode and begins the wait',
    firstMessage(at, may),
    {
      standing: {
        status: 'open',
        owner: 'ai',
        aiState: 'queued',
        episode: 1,
        inquiry: 1,
        waitingSince: at,
        ...cleared,
      },
      change: null,
    },
  ],
  [
    'the first message waits with people if the AI may not reply',
    firstMessage(at, { may: false, reason: 'channel_not_ready' }),
    {
      standing: { status: 'open', owner: 'human', aiState: null, episode: 1, inquiry: 1, waitingSince: at, ...cleared },
      change: toPeople('channel_not_ready'),
    },
  ],
  [
    'a message wakes a snoozed conversation and keeps its episode',
    customerMessage(fullState, at, may),
    { standing: { ...fullState, status: 'open', aiState: 'queued', snoozedUntil: null }, change: null },
  ],
  [
    'a message after an answer begins a new wait',
    customerMessage({ ...fullState, waitingSince: null }, at, may),
    {
      standing: { ...fullState, status: 'open', aiState: 'queued', snoozedUntil: null, waitingSince: at },
      change: null,
    },
  ],
  [
    'a message reopens a conversation that people had closed and the AI owned, for people',
    customerMessage({ ...fullState, status: 'resolved', resolution: 'human', waitingSince: null }, at, may),
    {
      standing: { ...withPeople, status: 'open', episode: 4, inquiry: 3, waitingSince: at, ...cleared },
      change: toPeople('manual'),
    },
  ],
  [
    'a message reopens a conversation that the AI had closed and people own now, for the AI',
    customerMessage({ ...withPeople, status: 'resolved', resolution: 'ai_confirmed' }, at, may),
    { standing: { ...fullState, status: 'open', aiState: 'queued', episode: 4, inquiry: 3, ...cleared }, change: toAi },
  ],
  [
    'a person’s reply ends the wait, the snooze and the resolution',
    humanReply(fullState),
    {
      standing: { ...withPeople, status: 'pending', waitingSince: null, ...cleared },
      change: toPeople('human_reply'),
    },
  ],
  [
    'a person’s reply to spam keeps the status spam',
    humanReply({ ...withPeople, status: 'spam' }),
    { standing: { ...withPeople, status: 'spam', waitingSince: null, ...cleared }, change: null },
  ],
  [
    'a handover to people keeps the wait and the episode',
    handToHuman(fullState, 'customer_request'),
    { standing: { ...withPeople, status: 'open', ...cleared }, change: toPeople('customer_request') },
  ],
  [
    'a handover to people opens a snoozed conversation that they own',
    handToHuman(withPeople, 'manual'),
    { standing: { ...withPeople, status: 'open', ...cleared }, change: null },
  ],
  [
    'a handover to people changes nothing if they own the open conversation',
    handToHuman({ ...withPeople, status: 'open' }, 'manual'),
    { standing: { ...withPeople, status: 'open' }, change: null },
  ],
  [
    'a handover to the AI ends the snooze and the resolution',
    handToAi(withPeople),
    { standing: { ...fullState, status: 'open', aiState: 'queued', ...cleared }, change: toAi },
  ],
  [
    'a handover to the AI changes nothing if the AI owns the conversation',
    handToAi(fullState),
    { standing: fullState, change: null },
  ],
  [
    'a handover of spam to the AI ends the status spam',
    handToAi({ ...withPeople, status: 'spam', resolution: 'spam' }),
    { standing: { ...fullState, status: 'open', aiState: 'queued', ...cleared }, change: toAi },
  ],
  [
    'a handover of a resolved conversation to the AI begins a new episode of the same matter',
    handToAi({ ...withPeople, status: 'resolved', waitingSince: null }),
    {
      standing: { ...fullState, status: 'pending', aiState: 'idle', episode: 4, waitingSince: null, ...cleared },
      change: toAi,
    },
  ],
  [
    'a handover of a resolved conversation to people begins a new episode',
    handToHuman({ ...withPeople, status: 'resolved', waitingSince: null }, 'manual'),
    { standing: { ...withPeople, status: 'open', episode: 4, waitingSince: null, ...cleared }, change: null },
  ],
  [
    'a person’s reply to a resolved conversation begins a new episode',
    humanReply({ ...withPeople, status: 'resolved', waitingSince: null }),
    { standing: { ...withPeople, status: 'pending', episode: 4, waitingSince: null, ...cleared }, change: null },
  ],
];

const choice = { now: at, snoozedUntil: later };
const chosen: [string, OwnershipStep | null, OwnershipStep | null][] = [
  [
    'opening ends snooze and resolution',
    setStatus(fullState, 'open', choice),
    { standing: { ...withPeople, status: 'open', ...cleared }, change: toPeople('manual') },
  ],
  [
    'pending ends the wait, the snooze and the resolution: the next move is the customer’s',
    setStatus(withPeople, 'pending', choice),
    { standing: { ...withPeople, status: 'pending', waitingSince: null, ...cleared }, change: null },
  ],
  [
    'snoozing keeps the wait',
    setStatus({ ...withPeople, status: 'open' }, 'snoozed', choice),
    { standing: { ...withPeople, status: 'snoozed', snoozedUntil: later }, change: null },
  ],
  [
    'resolving ends the wait and the snooze',
    setStatus(fullState, 'resolved', choice),
    {
      standing: {
        ...withPeople,
        status: 'resolved',
        resolution: 'human',
        resolvedAt: at,
        waitingSince: null,
        snoozedUntil: null,
      },
      change: toPeople('manual'),
    },
  ],
  [
    'resolving a resolved conversation keeps who resolved it and when',
    setStatus({ ...fullState, status: 'resolved' }, 'resolved', choice),
    { standing: { ...fullState, status: 'resolved' }, change: null },
  ],
  [
    'opening a resolved conversation begins a new episode',
    setStatus({ ...withPeople, status: 'resolved', waitingSince: null }, 'open', choice),
    { standing: { ...withPeople, status: 'open', episode: 4, waitingSince: null, ...cleared }, change: null },
  ],
  [
    'spam ends the wait',
    setStatus(withPeople, 'spam', choice),
    {
      standing: {
        ...withPeople,
        status: 'spam',
        resolution: 'spam',
        resolvedAt: at,
        waitingSince: null,
        snoozedUntil: null,
      },
      change: null,
    },
  ],
  [
    'spam can be opened',
    setStatus({ ...withPeople, status: 'spam' }, 'open', choice),
    { standing: { ...withPeople, status: 'open', ...cleared }, change: null },
  ],
  ['spam cannot be resolved', setStatus({ ...withPeople, status: 'spam' }, 'resolved', choice), null],
  ['spam cannot be snoozed', setStatus({ ...withPeople, status: 'spam' }, 'snoozed', choice), null],
];

for (const [name, step, expected] of [...steps, ...chosen]) test(name, () => assert.deepEqual(step, expected));

const changes: [string, OwnershipState, OwnershipState][] = [
  [
    'the AI’s reply ends the wait',
    aiSpoke(fullState),
    { ...fullState, status: 'pending', aiState: 'idle', waitingSince: null },
  ],
  ['a draft does not end the wait', aiDrafted(fullState), { ...fullState, aiState: 'awaiting_approval' }],
  [
    'a confirmation resolves the conversation',
    confirmed(fullState, at),
    {
      ...fullState,
      status: 'resolved',
      aiState: 'idle',
      waitingSince: null,
      resolution: 'ai_confirmed',
      resolvedAt: at,
    },
  ],
  [
    'waking opens the conversation and ends only the snooze',
    wake(fullState),
    { ...fullState, status: 'open', snoozedUntil: null },
  ],
];

for (const [name, standing, expected] of changes) test(name, () => assert.deepEqual(standing, expected));
