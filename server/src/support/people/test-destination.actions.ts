import type { DestinationTest } from '@desk/contract/destination-tests';
import { record, type Acting } from '../../access/index.ts';
import { findTarget, send, type Delivered, type FoundTarget, type Outgoing } from '../../channels/index.ts';
import { newId } from '../../platform/process/ids.ts';
import type { Desk } from '../../platform/desk.ts';
import { notFound } from '../../platform/http/errors.ts';
import { inScope } from '../../platform/database/transaction.ts';
import { findDestination } from '../../routing/index.ts';

type Tested = NonNullable<Awaited<ReturnType<typeof findDestination>>>;

/**
 * Sends a mail or webhook to the destination as a handover would. A helpdesk takes handovers only in a conversation, so for a helpdesk
 * this only checks whether the team or seat exists. Does not retry. Throws 404.
 */
export async function tryDestination(desk: Desk, acting: Acting, id: string): Promise<DestinationTest> {
  const destination = await inScope(desk.db, acting, async (tx) => {
    const found = await findDestination(tx, acting, id);
    if (!found) throw notFound();
    record(desk, tx, acting, {
      action: 'destination.tested',
      subject: { type: 'destination', id, name: found.name },
    });
    return found;
  });
  const { kind, target } = destination;
  if (kind === 'queue') return { ok: true, outcome: 'internal', detail: null };
  if (kind === 'email' || kind === 'webhook') return asTest(await send(desk, acting, testHandover(desk, destination)));
  return asFound(await findTarget(desk, acting, { kind, id: target ?? '' }));
}

function testHandover({ clock, config }: Desk, { id, name, kind, target }: Tested): Outgoing {
  const now = clock.now();
  const attempt = {
    channel: 'email' as const,
    thread: '',
    key: `destination-test:${newId(now.getTime())}`,
    attempt: 1,
    firstAttemptAt: now,
  };
  const text = `This is a test of the destination "${name}". Customers who need people are announced here.`;
  if (kind === 'webhook') {
    const payload = { type: 'destination.tested', destination: { id, name }, note: text };
    return { ...attempt, kind: 'notify_webhook', url: target ?? '', payload };
  }
  return {
    ...attempt,
    kind: 'notify_email',
    to: target ?? '',
    subject: `Test handover to ${name}`,
    text: `${text}\n\n${config.PUBLIC_URL}/routing/destinations`,
  };
}

function asTest(delivered: Delivered): DestinationTest {
  switch (delivered.kind) {
    case 'sent':
      return { ok: true, outcome: 'sent', detail: null };
    case 'refused':
      return delivered.code === 'smtp_not_configured'
        ? { ok: false, outcome: 'smtp_not_configured', detail: null }
        : { ok: false, outcome: 'refused', detail: delivered.detail };
    case 'retry':
    case 'unknown':
      return { ok: false, outcome: 'no_answer', detail: delivered.why };
    case 'needs_reauth':
      return { ok: false, outcome: 'refused', detail: null };
  }
}

function asFound(found: FoundTarget): DestinationTest {
  switch (found.kind) {
    case 'found':
      return { ok: true, outcome: 'found', detail: found.target.name };
    case 'no_answer':
      return { ok: false, outcome: 'no_answer', detail: found.detail };
    case 'gone':
    case 'not_connected':
      return { ok: false, outcome: found.kind, detail: null };
  }
}
