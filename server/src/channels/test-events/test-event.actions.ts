import type { TestEventReport } from '@desk/contract/channel-log';
import type { Channel } from '@desk/contract/conversations';
import { setTimeout as wait } from 'node:timers/promises';
import { record, type Scope } from '../../access/index.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { findKnownEvent } from '../inbound/ingest.store.ts';
import { newTestMark } from './test-mark.ts';
import { english } from '../../platform/words/sentence.logic.ts';

/** A signed event as the vendor would send it, ready to be posted to the inbound route. */
export interface TestDelivery {
  path: string;
  headers: Record<string, string>;
  body: Buffer;
  /** The id under which the inbound route stores it. */
  eventId: string;
  /** For the report: what is configured, and what signs. */
  configured: string;
  signedWith: string;
}

/** Makes a channel's test event with this mark. Throws 409 `not_connected` or `app_not_configured`. */
export type MakeTestEvent = (desk: Desk, scope: OrganizationScope, mark: string) => Promise<TestDelivery>;

/** Posts to a route of this application and returns its answer. */
export type Post = (request: Pick<TestDelivery, 'path' | 'headers' | 'body'>) => Promise<PostAnswer>;

export interface PostAnswer {
  status: number;
  /** The problem's code; null if the event was accepted. */
  code: string | null;
}

export interface Rehearsed {
  channel: Channel;
  make: MakeTestEvent;
  post: Post;
}

type TestStep = TestEventReport['steps'][number];

/**
 * Sends a marked event through the real inbound route and follows it to its end, where it is recognised as a test: it
 * creates no conversation and no reply, and counts in no figure. The report ends with the first step that failed.
 */
export async function sendTestEvent(
  desk: Desk,
  scope: Scope,
  { channel, make, post }: Rehearsed,
): Promise<TestEventReport> {
  const delivery = await make(desk, scope, newTestMark(desk, scope));
  await inScope(desk.db, scope, async (tx) =>
    record(desk, tx, scope, { action: 'channel.tested', subject: { type: 'channel', id: channel } }),
  );
  const steps: TestStep[] = [
    { id: 'configured', ok: true, detail: delivery.configured },
    { id: 'signed', ok: true, detail: delivery.signedWith },
    acceptedStep(await post(delivery)),
  ];
  const kept = { channel, eventId: delivery.eventId };
  if (steps.at(-1)?.ok) steps.push(storedStep(await stateOf(desk, scope, kept)));
  if (steps.at(-1)?.ok) steps.push(processedStep(await finalState(desk, scope, kept)));
  return { ok: steps.every(({ ok }) => ok), steps };
}

const stateOf = async (desk: Desk, scope: OrganizationScope, of: { channel: Channel; eventId: string }) =>
  (await inScope(desk.db, scope, (tx) => findKnownEvent(tx, scope, of)))?.state ?? null;

type EventState = Awaited<ReturnType<typeof stateOf>>;

const waitMilliseconds = 5_000;
const lookEveryMilliseconds = 100;

/** Returns the state once the event is processed, or its state after five seconds. */
async function finalState(
  desk: Desk,
  scope: OrganizationScope,
  of: { channel: Channel; eventId: string },
): Promise<EventState> {
  const end = performance.now() + waitMilliseconds;
  for (;;) {
    const state = await stateOf(desk, scope, of);
    if (state !== 'queued' || performance.now() > end) return state;
    await wait(lookEveryMilliseconds);
  }
}

function acceptedStep({ status, code }: PostAnswer): TestStep {
  if (status === 202)
    return { id: 'accepted', ok: true, detail: english`The inbound route accepted the signature and the event.` };
  const detail = code
    ? english`The inbound route answered ${status} (${code}).`
    : english`The inbound route answered ${status}.`;
  return {
    id: 'accepted',
    ok: false,
    detail,
    remedy: remedies.get(status) ?? english`See the log of the service at this time.`,
  };
}

const remedies = new Map([
  [401, english`The connection was changed at this moment. Try again.`],
  [429, english`More events than allowed are coming in. Try again in a minute.`],
  [503, english`The service is overloaded or its database is unavailable. Try again in a minute.`],
]);

const storedStep = (state: EventState): TestStep =>
  state === null
    ? {
        id: 'stored',
        ok: false,
        detail: english`The event was accepted but is not in the store.`,
        remedy: english`Check the database of the service.`,
      }
    : { id: 'stored', ok: true, detail: english`The event was stored before it was acknowledged.` };

function processedStep(state: EventState): TestStep {
  if (state === 'done')
    return {
      id: 'processed',
      ok: true,
      detail: english`The event was processed and recognised as a test: no conversation was created.`,
    };
  return {
    id: 'processed',
    ok: false,
    detail: english`The event is stored, but no worker processed it within five seconds.`,
    remedy: english`Check that a worker runs (ROLE) and is not behind. The event log shows when the event is processed.`,
  };
}
