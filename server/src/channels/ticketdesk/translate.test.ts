import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTicketdesk, type Ticketdesk } from '../../../test/providers/ticketdesk/ticketdesk.ts';
import type { TicketdeskEvent } from '../../../test/providers/ticketdesk/events.ts';
import { startServer, type TestServer } from '../../../test/server.ts';
import { registers, type Caller } from '../../../test/world.ts';
import type { IncomingEvent } from '../port/channel.logic.ts';
import { safeHtml } from '../port/safe-html.ts';
import { drainLane, send, type DeadLetterNotice } from '../index.ts';

let server: TestServer;
let ada: Caller;
let vendor: Ticketdesk;

before(async () => {
  vendor = await startTicketdesk();
  server = await startServer({ environment: { TICKETDESK_BASE_URL: vendor.url, EGRESS_ALLOW: '127.0.0.1' } });
  ada = await registers(server, 'Ada', 'Birch');
  await ada.puts('/api/integrations/ticketdesk/app', { access_token: vendor.accessToken, subdomain: 'birch' });
  await ada.posts('/api/integrations/ticketdesk/webhook-secret', { secret: vendor.account.signingSecret }, 200);
});
after(async () => {
  await server.close();
  await vendor.close();
});

async function arrives(event: TicketdeskEvent): Promise<void> {
  const { raw: payload, headers } = event;
  const url = `/webhooks/ticketdesk/${ada.organizationId}`;
  const answer = await server.app.inject({ method: 'POST', url, headers, payload });
  assert.ok(answer.statusCode === 202 || answer.json().status === 'duplicate', answer.body);
}

async function drain(ticket: number): Promise<{ events: IncomingEvent[]; deadLetters: DeadLetterNotice[] }> {
  const seen: { events: IncomingEvent[]; deadLetters: DeadLetterNotice[] } = { events: [], deadLetters: [] };
  await drainLane(
    server.desk,
    { organizationId: ada.organizationId, channel: 'ticketdesk', lane: String(ticket) },
    {
      handle: async (event) => void seen.events.push(event),
      onDeadLetter: async (_tx, notice) => void seen.deadLetters.push(notice),
    },
  );
  return seen;
}
const brief = ({ events }: { events: IncomingEvent[] }) =>
  events.map((event) => ('text' in event ? `${event.kind}: ${event.text}` : event.kind));

for (const form of ['trigger', 'event'] as const) {
  test(`in the ${form} form, comments of customers and of people are distinguished and translated once`, async () => {
    const opened = vendor.events.ticketOpened({ subject: 'Invoice', text: 'Where is it?', form });
    await arrives(opened);
    await arrives(vendor.events.again(opened));
    await arrives(vendor.events.customerCommented(opened.ticketId, { text: 'Hello?', form }));
    await arrives(vendor.events.agentCommented(opened.ticketId, { text: 'I am on it.', form }));
    const seen = await drain(opened.ticketId);
    assert.deepEqual(brief(seen), [
      'customer_message: Where is it?',
      'customer_message: Hello?',
      'human_reply: I am on it.',
    ]);
    const [first] = seen.events;
    assert.ok(first?.kind === 'customer_message');
    assert.deepEqual(
      [first.subject, first.customer.email, first.customer.name],
      ['Invoice', 'robin@customer.test', 'Robin Tester'],
    );
    assert.deepEqual(brief(await drain(opened.ticketId)), []);
  });
}

test('a subject is one line, whatever its author put into it', async () => {
  for (const form of ['trigger', 'event'] as const) {
    const opened = vendor.events.ticketOpened({ subject: 'Lost\r\nBcc: victim@x.test\u2028', text: 'Open', form });
    await arrives(opened);
    const [first] = (await drain(opened.ticketId)).events;
    assert.ok(first?.kind === 'customer_message');
    assert.equal(first.subject, 'Lost Bcc: victim@x.test');
  }
});

test('private notes are ignored', async () => {
  const opened = vendor.events.ticketOpened({ subject: 's', text: 'Open', form: 'event' });
  await arrives(opened);
  await arrives(vendor.events.agentCommented(opened.ticketId, { text: 'psst', public: false, form: 'event' }));
  assert.deepEqual(brief(await drain(opened.ticketId)), ['customer_message: Open']);
});

test('our own reply comes back as an echo', async () => {
  const opened = vendor.events.ticketOpened({ subject: 's', text: 'Open' });
  await arrives(opened);
  await drain(opened.ticketId);
  const base = {
    channel: 'ticketdesk' as const,
    thread: String(opened.ticketId),
    key: 'reply:echo',
    attempt: 1,
    firstAttemptAt: new Date(),
  };
  await send(server.desk, ada, {
    ...base,
    kind: 'reply',
    text: 'Here.',
    html: null,
    subject: null,
    customer: null,
    author: 'ai',
    status: null,
    tags: [],
  });
  await arrives(vendor.events.ownEcho(opened.ticketId));
  const { events } = await drain(opened.ticketId);
  assert.ok(events[0]?.kind === 'human_reply' && events[0].bySeat, 'by this form alone nobody can tell');
});

test('a solved ticket is a closed thread', async () => {
  const opened = vendor.events.ticketOpened({ subject: 's', text: 'Open' });
  await arrives(opened);
  await arrives(vendor.events.statusChanged(opened.ticketId, 'OPEN', 'SOLVED'));
  const { events } = await drain(opened.ticketId);
  assert.ok(events[1]?.kind === 'state_changed' && events[1].to === 'closed');
});

test('the lane waits while the vendor is unavailable', async () => {
  const opened = vendor.events.ticketOpened({ subject: 's', text: 'Open' });
  await arrives(opened);
  vendor.failNext({ kind: 'answer', status: 500 }, { on: 'GET /api/v2/tickets/:id' });
  const away = await drain(opened.ticketId);
  assert.deepEqual([away.events.length, away.deadLetters.length], [0, 0]);
});

test('a refused token stops the channel after one call, and a new token requeues the dead-lettered events', async () => {
  const opened = ['one', 'two', 'three'].map((text) => vendor.events.ticketOpened({ subject: 's', text }));
  for (const event of opened) await arrives(event);
  vendor.failNext({ kind: 'answer', status: 401 }, { on: 'GET /api/v2/tickets/:id/comments' });
  vendor.calls.clear();
  const deadLetters = [];
  for (const { ticketId } of opened) deadLetters.push(...(await drain(ticketId)).deadLetters);
  assert.deepEqual(
    deadLetters.map((each) => each.why),
    ['http_401', 'needs_reauth', 'needs_reauth'],
  );
  assert.equal(vendor.calls.all.length, 1);
  assert.equal((await ada.gets('/api/integrations/ticketdesk/status')).status, 'needs_reauth');

  const named = vendor.events.ticketOpened({ subject: 's', text: 'four', form: 'event' });
  await arrives(named);
  assert.deepEqual(brief(await drain(named.ticketId)), ['customer_message: four'], 'its words need nobody’s leave');

  await ada.puts('/api/integrations/ticketdesk/app', { access_token: vendor.accessToken, subdomain: 'birch' });
  const handled = [];
  for (const { ticketId } of opened) handled.push(...brief(await drain(ticketId)));
  assert.deepEqual(handled, ['customer_message: one', 'customer_message: two', 'customer_message: three']);
});

test('the vendor’s Retry-After is respected, and the comments are fetched with few requests', async () => {
  const opened = vendor.events.ticketOpened({ subject: 'Busy', text: 'Are you there?' });
  await arrives(opened);
  vendor.failNext({ kind: 'answer', status: 429, headers: { 'retry-after': '7' } }, { on: 'GET /api/v2/tickets/:id' });
  const before = new Date();
  assert.deepEqual(brief(await drain(opened.ticketId)), []);
  const { rows } = await server.desk.db.owner.query(
    `select ready_at - interval '7 seconds' between $2 and clock_timestamp() as respected from lane where lane_key = $1`,
    [String(opened.ticketId), before],
  );
  assert.deepEqual(rows, [{ respected: true }]);
  await server.desk.db.owner.query('update lane set ready_at = clock_timestamp() where lane_key = $1', [
    String(opened.ticketId),
  ]);
  const calls = vendor.calls.all.length;
  assert.deepEqual(brief(await drain(opened.ticketId)), ['customer_message: Are you there?']);
  assert.equal(vendor.calls.all.length - calls, 2, 'the ticket, and its comments with who wrote them');
});

test('HTML that takes long to parse does not block the event loop', async () => {
  const html = `<p>Where is it?</p>${'<p>word</p>'.repeat(60_000)}<script>alert(1)</script>`;
  // A garbage collection falls into one attempt, not into three; a fault of ours is there each time.
  let last = await readsHeavy(html);
  for (let more = 2; more > 0 && last.share >= 0.5; more--) last = await readsHeavy(html);
  assert.ok(last.share < 0.5, `at a stretch ${Math.round(100 * last.share)} % of the work`);
  const [event] = last.events;
  assert.ok(event?.kind === 'customer_message' && event.html?.includes('Where is it?'));
  assert.doesNotMatch(event.html ?? '', /script/);
});

/** The longest block of the event loop, as a share of the same work done on it, in processor time of this thread. */
async function readsHeavy(html: string) {
  const opened = vendor.events.ticketOpened({ subject: 'Heavy', text: 'Where is it?', html });
  await arrives(opened);
  let longest = 0;
  let last = process.threadCpuUsage();
  const beat = setInterval(() => {
    longest = Math.max(longest, spent(last));
    last = process.threadCpuUsage();
  }, 5);
  const { events } = await drain(opened.ticketId);
  clearInterval(beat);
  const begun = process.threadCpuUsage();
  safeHtml(html);
  return { share: longest / spent(begun), events };
}

function spent(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since);
  return user + system;
}

test('an API token is accepted, and tags take the vendor’s form', async () => {
  const token = `agent@birch.test/token:${vendor.accessToken}`;
  await ada.puts('/api/integrations/ticketdesk/app', { access_token: token });
  const opened = vendor.events.ticketOpened({ subject: 'Tags', text: 'Tag me' });
  const sent = await send(server.desk, ada, {
    channel: 'ticketdesk',
    thread: String(opened.ticketId),
    key: 'reply:tags',
    attempt: 1,
    firstAttemptAt: new Date(),
    kind: 'reply',
    text: 'Done.',
    html: null,
    subject: null,
    customer: null,
    author: 'ai',
    status: null,
    tags: ['Billing & Refunds', 'billing refunds', 'VIP'],
  });
  assert.equal(sent.kind, 'sent');
  assert.deepEqual(vendor.account.tickets.get(opened.ticketId)?.tags, ['billing_refunds', 'vip']);
});
