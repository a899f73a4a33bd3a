import type { ErasedThing, Erasure } from '@desk/contract/customers';
import { expireExports, type Acting } from '../../access/index.ts';
import { eraseRawFiles, eventsWait, forgetEventsOf, forgetInLanes, forgetMailsOf } from '../../channels/index.ts';
import { eraseCalls } from '../../connectors/index.ts';
import {
  addToCount,
  beginErasure,
  closeSilently,
  conversationsToErase,
  endErasure,
  eraseConversations,
  eraseDecisions,
  eraseDecisionsAlone,
  eraseFiles,
  eraseFromShared,
  eraseHandovers,
  eraseMessages,
  eraseSends,
  findErasure,
  identitiesToErase,
  isSending,
  pendingErasures,
} from '../../conversations/index.ts';
import { eraseLearned, eraseQuestions } from '../../knowledge/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { erasureDue, type OfErasure } from './erasure.jobs.ts';
import type { ExpectedVersion } from '../../platform/http/errors.ts';

/** Small enough not to hold locks and the event loop for long. */
const rowsAStep = 200;
const conversationsAStep = 20;

/** Removes the copies of these conversations in a domain that support may not import. Returns how many of each. */
export type EraseElsewhere = (
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  of: { conversationIds: readonly string[] },
) => Promise<Partial<Record<ErasedThing, number>>>;

/** Begins the erasure of a person, and promises its work. 404, 412. */
export const eraseByPerson = (
  desk: Desk,
  acting: Acting,
  of: { id: string; expectedVersion: ExpectedVersion },
): Promise<Erasure> =>
  inScope(desk.db, acting, async (tx) => {
    const erasure = await beginErasure(desk, tx, acting, of);
    await promise(desk, tx, { organizationId: acting.organizationId, erasureId: erasure.id });
    return erasure;
  });

const promise = (desk: Desk, tx: Tx, of: OfErasure, startAfter?: Date): Promise<void> =>
  desk.jobs.enqueue(tx, erasureDue, of, { key: of.erasureId, ...(startAfter ? { startAfter } : {}) });

/** Promises erasures again that a crash or a store that was away has left waiting. */
export async function sweepErasures(desk: Desk): Promise<void> {
  for (const of of await pendingErasures(desk.db)) await inScope(desk.db, of, (tx) => promise(desk, tx, of));
}

// A send ends within ten seconds, and an event that waits is tried again within minutes.
const pauseMilliseconds = 5_000;

/** The job: works an erasure until it is done, or promises to go on soon. */
export async function erase(desk: Desk, of: OfErasure, elsewhere: EraseElsewhere): Promise<void> {
  if ((await workErasure(desk, of, elsewhere)) === 'done') return;
  const startAfter = new Date(Date.now() + pauseMilliseconds);
  await inScope(desk.db, of, (tx) => promise(desk, tx, of, startAfter));
}

/**
 * Removes what is left of a person. Each step is a small transaction that finds its rows itself and counts them, so the work may
 * stop after any of them, be repeated, and run in two processes at once. The conversations go last: by them all copies are found.
 * `later`: a message is being sent or an event is being processed, whose end is waited for.
 */
export async function workErasure(
  desk: Desk,
  { organizationId, erasureId }: OfErasure,
  elsewhere: EraseElsewhere,
): Promise<'done' | 'later'> {
  const scope = { organizationId };
  const person = await inScope(desk.db, scope, (tx) => readPerson(tx, scope, erasureId));
  if (!person) return 'done';
  const { customerIds } = person;
  const close = (tx: Tx, limit: number) => closeSilently(tx, scope, { customerIds, limit });
  await inSteps({ desk, scope, erasureId }, null, conversationsAStep, close);
  if (await inScope(desk.db, scope, (tx) => isSending(tx, scope, { customerIds, conversationIds: [] }))) return 'later';
  const whom = await inScope(desk.db, scope, (tx) => readWhom(tx, scope, person));
  const work: ErasureWork = { desk, scope, erasureId, whom };
  // First, so that what their helpdesks tell from now on is not kept while this waits.
  await inScope(desk.db, scope, (tx) => forgetInLanes(tx, scope, whom.threads));
  if (await inScope(desk.db, scope, (tx) => isBusy(tx, work))) return 'later';
  await forgetArrivals(work);
  await forgetCopies(work, elsewhere);
  await eraseFiles(desk, scope, { erasureId, customerIds });
  await forgetWords(work);
  const left = await inScope(desk.db, scope, (tx) => conversationsToErase(tx, scope, customerIds));
  if (left.length > 0) return 'later';
  await inScope(desk.db, scope, async (tx) => {
    // Archives of everything hold what has just been erased, or were begun when it was still there.
    await expireExports(tx, scope, { now: desk.clock.now() });
    await endErasure(tx, scope, erasureId);
  });
  return 'done';
}

interface ErasureWork {
  desk: Desk;
  scope: OrganizationScope;
  erasureId: string;
  whom: Whom;
}

type Person = NonNullable<Awaited<ReturnType<typeof readPerson>>>;
type Whom = Awaited<ReturnType<typeof readWhom>>;

/** null: there is nothing left to do. */
async function readPerson(tx: Tx, scope: OrganizationScope, erasureId: string) {
  const erasure = await findErasure(tx, scope, erasureId);
  if (erasure?.status !== 'pending') return null;
  const identities = await identitiesToErase(tx, scope, erasureId);
  // What somebody only claims to be their address may be another person's.
  const addressOf = ({ channel, email, proven_email: proven }: (typeof identities)[number]) =>
    proven ?? (channel === 'email' ? email : null);
  const addresses = [...new Set(identities.flatMap((each) => addressOf(each)?.toLowerCase() ?? []))];
  return {
    until: erasure.requested_at,
    customerIds: identities.map(({ id }) => id),
    addresses,
    values: [...addresses, ...identities.flatMap(({ proven_external_id: known }) => known ?? [])],
  };
}

/** Reads through the organization's messages. */
async function readWhom(tx: Tx, scope: OrganizationScope, person: Person) {
  const conversations = await conversationsToErase(tx, scope, person.customerIds);
  return {
    ...person,
    threads: conversations.map(({ channel, reference, alone }) => ({ channel, reference, alone })),
    own: conversations.filter(({ own }) => own),
    shared: conversations.filter(({ own }) => !own).map(({ id }) => id),
  };
}

const tracesOf = ({ threads, addresses, until }: Whom) => ({ threads, addresses, until, limit: rowsAStep });

const isBusy = async (tx: Tx, { scope, whom }: ErasureWork): Promise<boolean> =>
  (await isSending(tx, scope, { customerIds: whom.customerIds, conversationIds: whom.shared })) ||
  eventsWait(tx, scope, tracesOf(whom));

async function forgetArrivals(work: ErasureWork): Promise<void> {
  const { desk, scope, erasureId, whom } = work;
  await eraseRawFiles(desk, scope, tracesOf(whom));
  await inSteps(work, 'events', rowsAStep, async (tx) => {
    const { count, decisionIds } = await forgetEventsOf(tx, scope, tracesOf(whom));
    const decisions = await eraseDecisionsAlone(tx, scope, decisionIds);
    await addToCount(tx, scope, { id: erasureId, thing: 'decisions', count: decisions });
    return count;
  });
  await inSteps(work, 'mails', rowsAStep, (tx) => forgetMailsOf(tx, scope, tracesOf(whom)));
}

/** What other domains have made of their words. */
async function forgetCopies({ desk, scope, erasureId, whom }: ErasureWork, elsewhere: EraseElsewhere): Promise<void> {
  const { customerIds, values, own, shared } = whom;
  const conversationIds = own.map(({ id }) => id);
  const all = [...conversationIds, ...shared];
  await inScope(desk.db, scope, async (tx) => {
    const asked = await eraseQuestions(tx, scope, { customerIds });
    const learned = await eraseLearned(desk, tx, scope, { conversationIds });
    const calls = await eraseCalls(tx, scope, { conversationIds, values });
    const others = await elsewhere(desk, tx, scope, { conversationIds: all });
    const counts = { questions: asked + learned, calls, ...others };
    for (const [thing, count] of Object.entries(counts))
      await addToCount(tx, scope, { id: erasureId, thing: thing as ErasedThing, count });
  });
}

async function forgetWords(work: ErasureWork): Promise<void> {
  const { desk, scope, erasureId, whom } = work;
  const { customerIds } = whom;
  for (const conversationId of whom.shared)
    await inScope(desk.db, scope, async (tx) => {
      const count = await eraseFromShared(tx, scope, { conversationId, customerIds });
      await addToCount(tx, scope, { id: erasureId, thing: 'messages', count });
    });
  const removals = {
    messages: eraseMessages,
    decisions: eraseDecisions,
    handovers: eraseHandovers,
    sends: eraseSends,
  } as const;
  for (const thing of ['messages', 'decisions', 'handovers', 'sends'] as const)
    await inSteps(work, thing, rowsAStep, (tx, limit) => removals[thing](tx, scope, { customerIds, limit }));
  await inSteps(work, 'conversations', conversationsAStep, (tx, limit) =>
    eraseConversations(tx, scope, { customerIds, limit }),
  );
}

/** Repeats a step until it finds less than it may take. */
async function inSteps(
  { desk, scope, erasureId }: Omit<ErasureWork, 'whom'>,
  thing: ErasedThing | null,
  limit: number,
  step: (tx: Tx, limit: number) => Promise<number>,
): Promise<void> {
  for (let count = limit; count >= limit;)
    count = await inScope(desk.db, scope, async (tx) => {
      const removed = await step(tx, limit);
      if (thing) await addToCount(tx, scope, { id: erasureId, thing, count: removed });
      return removed;
    });
}
