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
import type { EnqueueOptions } from '../../platform/jobs/jobs.ts';
import { erasureDue, type OfErasure } from './erasure.jobs.ts';
import type { ExpectedVersion } from '../../platform/http/errors.ts';

/** Small enough not to hold locks and the event loop for long. */
const rowsAStep = 200;
const conversationsAStep = 20;

/**
 * Removes the copies of these conversations from a domain that support may not import. Returns the number of removed copies of each
 * kind.
 */
export type EraseElsewhere = (
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  of: { conversationIds: readonly string[] },
) => Promise<Partial<Record<ErasedThing, number>>>;

/** Begins the erasure of a person and enqueues its work. Throws 404, 412. */
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

const promise = (desk: Desk, tx: Tx, of: OfErasure, options: EnqueueOptions = {}): Promise<void> =>
  desk.jobs.enqueue(tx, erasureDue, of, { key: of.erasureId, ...options });

/** Enqueues the erasures that a crash or an outage of the blob store has left waiting. */
export async function sweepErasures(desk: Desk): Promise<void> {
  for (const of of await pendingErasures(desk.db)) await inScope(desk.db, of, (tx) => promise(desk, tx, of));
}

// A send ends within ten seconds, and a waiting event is retried within minutes.
const pause = { milliseconds: 5_000 };

/** The job: works on an erasure until it is done, or enqueues itself again. */
export async function erase(desk: Desk, of: OfErasure, elsewhere: EraseElsewhere): Promise<void> {
  if ((await workErasure(desk, of, elsewhere)) === 'done') return;
  await inScope(desk.db, of, (tx) => promise(desk, tx, of, { startAfter: pause }));
}

/**
 * Removes everything that is left of a person. Each step is a small transaction that finds and counts its own rows, so the work may
 * stop after any of them, be repeated, and run in two processes at once. The conversations go last, because all copies are found by
 * them. Returns `later` while a message is being sent or an event is being processed.
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
  const traces = await inScope(desk.db, scope, (tx) => readTraces(tx, scope, person));
  const work: ErasureWork = { desk, scope, erasureId, traces };
  // Do this first, so that what their helpdesks send from now on is not kept while this waits.
  await inScope(desk.db, scope, (tx) => forgetInLanes(tx, scope, traces.threads));
  if (await inScope(desk.db, scope, (tx) => isBusy(tx, work))) return 'later';
  await forgetArrivals(work);
  await forgetCopies(work, elsewhere);
  await eraseFiles(desk, scope, { erasureId, customerIds });
  await forgetWords(work);
  const left = await inScope(desk.db, scope, (tx) => conversationsToErase(tx, scope, customerIds));
  if (left.length > 0) return 'later';
  await inScope(desk.db, scope, async (tx) => {
    // Archives of the organization contain what has just been erased, or were begun while it was still there.
    await expireExports(tx, scope, { now: desk.clock.now() });
    await endErasure(tx, scope, erasureId);
  });
  return 'done';
}

interface ErasureWork {
  desk: Desk;
  scope: OrganizationScope;
  erasureId: string;
  traces: Traces;
}

type Person = NonNullable<Awaited<ReturnType<typeof readPerson>>>;
type Traces = Awaited<ReturnType<typeof readTraces>>;

/** Returns null if nothing is left to do. */
async function readPerson(tx: Tx, scope: OrganizationScope, erasureId: string) {
  const erasure = await findErasure(tx, scope, erasureId);
  if (erasure?.status !== 'pending') return null;
  const identities = await identitiesToErase(tx, scope, erasureId);
  // An address that somebody only claims may be another person's.
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

/** Finds the person's conversations. Slow: it reads all messages of the organization. */
async function readTraces(tx: Tx, scope: OrganizationScope, person: Person) {
  const conversations = await conversationsToErase(tx, scope, person.customerIds);
  return {
    ...person,
    threads: conversations.map(({ channel, reference, alone }) => ({ channel, reference, alone })),
    own: conversations.filter(({ own }) => own),
    shared: conversations.filter(({ own }) => !own).map(({ id }) => id),
  };
}

const inChannels = ({ threads, addresses, until }: Traces) => ({ threads, addresses, until, limit: rowsAStep });

const isBusy = async (tx: Tx, { scope, traces }: ErasureWork): Promise<boolean> =>
  (await isSending(tx, scope, { customerIds: traces.customerIds, conversationIds: traces.shared })) ||
  eventsWait(tx, scope, inChannels(traces));

async function forgetArrivals(work: ErasureWork): Promise<void> {
  const { desk, scope, erasureId, traces } = work;
  await eraseRawFiles(desk, scope, inChannels(traces));
  await inSteps(work, 'events', rowsAStep, async (tx) => {
    const { count, decisionIds } = await forgetEventsOf(tx, scope, inChannels(traces));
    const decisions = await eraseDecisionsAlone(tx, scope, decisionIds);
    await addToCount(tx, scope, { id: erasureId, thing: 'decisions', count: decisions });
    return count;
  });
  await inSteps(work, 'mails', rowsAStep, (tx) => forgetMailsOf(tx, scope, inChannels(traces)));
}

/** Deletes the copies of the person's words in other domains. */
async function forgetCopies({ desk, scope, erasureId, traces }: ErasureWork, elsewhere: EraseElsewhere): Promise<void> {
  const { customerIds, values, own, shared } = traces;
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
  const { desk, scope, erasureId, traces } = work;
  const { customerIds } = traces;
  for (const conversationId of traces.shared)
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
  { desk, scope, erasureId }: Omit<ErasureWork, 'traces'>,
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
