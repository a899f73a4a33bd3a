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

// Every member of a standing, before and after: what a step forgets to clear, or clears without being asked, shows here.

const long = new Date('2026-03-01T08:00:00Z');
const at = new Date('2026-03-02T10:00:00Z');
const later = new Date('2026-03-03T09:00:00Z');
const may: AiPermission = { may: true };

/** With the AI, snoozed by people, in its third episode; every member says something. */
const worn: OwnershipState = {
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
const withPeople: OwnershipState = { ...worn, owner: 'human', aiState: null };
const cleared = { snoozedUntil: null, resolution: null, resolvedAt: null };
const toPeople = (reason: NonNullable<OwnershipStep['change']>['reason']) =>
  ({ direction: 'to_human', reason }) as const;
const toAi = { direction: 'to_ai', reason: 'returned_to_ai' } as const;

const steps: [string, OwnershipStep | null, OwnershipStep | null][] = [
  [
    'the first message opens the first episode, and waits since it came',
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
    'the first message where the AI may not speak waits with people',
    firstMessage(at, { may: false, reason: 'channel_not_ready' }),
    {
      standing: { status: 'open', owner: 'human', aiState: null, episode: 1, inquiry: 1, waitingSince: at, ...cleared },
      change: toPeople('channel_not_ready'),
    },
  ],
  [
    'a message wakes a snoozed conversation and leaves its episode',
    customerMessage(worn, at, may),
    { standing: { ...worn, status: 'open', aiState: 'queued', snoozedUntil: null }, change: null },
  ],
  [
    'a message after an answer begins a new wait',
    customerMessage({ ...worn, waitingSince: null }, at, may),
    { standing: { ...worn, status: 'open', aiState: 'queued', snoozedUntil: null, waitingSince: at }, change: null },
  ],
  [
    'a message reopens what the AI owned and people had closed, for people',
    customerMessage({ ...worn, status: 'resolved', resolution: 'human', waitingSince: null }, at, may),
    {
      standing: { ...withPeople, status: 'open', episode: 4, inquiry: 3, waitingSince: at, ...cleared },
      change: toPeople('manual'),
    },
  ],
  [
    'a message reopens what the AI had closed, for the AI, though people own it by now',
    customerMessage({ ...withPeople, status: 'resolved', resolution: 'ai_confirmed' }, at, may),
    { standing: { ...worn, status: 'open', aiState: 'queued', episode: 4, inquiry: 3, ...cleared }, change: toAi },
  ],
  [
    'a person’s reply ends the wait, the snooze and the resolution',
    humanReply(worn),
    {
      standing: { ...withPeople, status: 'pending', waitingSince: null, ...cleared },
      change: toPeople('human_reply'),
    },
  ],
  [
    'a person’s reply does not take spam out of spam',
    humanReply({ ...withPeople, status: 'spam' }),
    { standing: { ...withPeople, status: 'spam', waitingSince: null, ...cleared }, change: null },
  ],
  [
    'a handover to people keeps the wait and the episode',
    handToHuman(worn, 'customer_request'),
    { standing: { ...withPeople, status: 'open', ...cleared }, change: toPeople('customer_request') },
  ],
  [
    'a handover to people who have it, snoozed, opens it',
    handToHuman(withPeople, 'manual'),
    { standing: { ...withPeople, status: 'open', ...cleared }, change: null },
  ],
  [
    'a handover to people who have it open changes nothing at all',
    handToHuman({ ...withPeople, status: 'open' }, 'manual'),
    { standing: { ...withPeople, status: 'open' }, change: null },
  ],
  [
    'a handover to the AI ends the snooze, and what was resolved is not any more',
    handToAi(withPeople),
    { standing: { ...worn, status: 'open', aiState: 'queued', ...cleared }, change: toAi },
  ],
  ['a handover to the AI that has it changes nothing', handToAi(worn), { standing: worn, change: null }],
  [
    'a handover of spam to the AI says that it is none',
    handToAi({ ...withPeople, status: 'spam', resolution: 'spam' }),
    { standing: { ...worn, status: 'open', aiState: 'queued', ...cleared }, change: toAi },
  ],
  [
    'a handover to the AI of what was resolved is another episode, of the same matter',
    handToAi({ ...withPeople, status: 'resolved', waitingSince: null }),
    {
      standing: { ...worn, status: 'pending', aiState: 'idle', episode: 4, waitingSince: null, ...cleared },
      change: toAi,
    },
  ],
  [
    'a handover to people of what was resolved is another episode',
    handToHuman({ ...withPeople, status: 'resolved', waitingSince: null }, 'manual'),
    { standing: { ...withPeople, status: 'open', episode: 4, waitingSince: null, ...cleared }, change: null },
  ],
  [
    'a person’s reply to what was resolved is another episode',
    humanReply({ ...withPeople, status: 'resolved', waitingSince: null }),
    { standing: { ...withPeople, status: 'pending', episode: 4, waitingSince: null, ...cleared }, change: null },
  ],
];

const choice = { now: at, snoozedUntil: later };
const chosen: [string, OwnershipStep | null, OwnershipStep | null][] = [
  [
    'opening takes snooze and resolution away',
    setStatus(worn, 'open', choice),
    { standing: { ...withPeople, status: 'open', ...cleared }, change: toPeople('manual') },
  ],
  [
    'pending is the customer’s turn: it ends the wait, and takes snooze and resolution away',
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
    setStatus(worn, 'resolved', choice),
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
    'resolving what is resolved leaves who resolved it and when',
    setStatus({ ...worn, status: 'resolved' }, 'resolved', choice),
    { standing: { ...worn, status: 'resolved' }, change: null },
  ],
  [
    'opening what was resolved is another episode',
    setStatus({ ...withPeople, status: 'resolved', waitingSince: null }, 'open', choice),
    { standing: { ...withPeople, status: 'open', episode: 4, waitingSince: null, ...cleared }, change: null },
  ],
  [
    'spam is nobody’s wait',
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
  ['the AI’s word ends the wait', aiSpoke(worn), { ...worn, status: 'pending', aiState: 'idle', waitingSince: null }],
  ['a draft ends nothing', aiDrafted(worn), { ...worn, aiState: 'awaiting_approval' }],
  [
    'a confirmation resolves',
    confirmed(worn, at),
    {
      ...worn,
      status: 'resolved',
      aiState: 'idle',
      waitingSince: null,
      resolution: 'ai_confirmed',
      resolvedAt: at,
    },
  ],
  ['waking opens, and takes only the snooze away', wake(worn), { ...worn, status: 'open', snoozedUntil: null }],
];

for (const [name, standing, expected] of changes) test(name, () => assert.deepEqual(standing, expected));
