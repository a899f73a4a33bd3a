import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { rawMailEvent } from '../../../test/providers/mail/inbound.ts';
import { startServer, type TestServer } from '../../../test/server.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { inScope } from '../../platform/database/transaction.ts';
import type { CustomerMessage } from '../port/channel.logic.ts';
import { drainLane } from '../index.ts';

let server: TestServer;
let world: World;
let inbox: string;

before(async () => {
  server = await startServer({ environment: { EMAIL_INBOUND_DOMAIN: 'in.desk.test' } });
  world = await createWorld(server);
  inbox = (await world.wim.gets('/api/channels/email/inbound-config')).forward_to;
});
after(() => server.close());

const head = (more = '') =>
  `From: eve@customer.test\r\nTo: ${inbox}\r\nSubject: Help\r\nMessage-ID: <${Math.random()}@x>\r\n${more}`;
const html = 'Content-Type: text/html\r\n\r\n';

async function arrives(mail: string): Promise<number> {
  const { raw, headers } = rawMailEvent(
    Buffer.from(mail, 'latin1'),
    { from: 'eve@customer.test', to: inbox },
    { secret: server.desk.config.EMAIL_INBOUND_SECRET, at: server.desk.clock.now() },
  );
  const answer = await server.app.inject({ method: 'POST', url: '/webhooks/email/inbound', headers, payload: raw });
  return answer.statusCode;
}

/** Reads the newest mail; null if nobody could read it and people see a gap instead. */
async function read(): Promise<CustomerMessage | null> {
  const scope = { organizationId: world.birch.organizationId };
  const { lane_key: lane } = await inScope(server.desk.db, scope, (tx) =>
    tx.selectFrom('inbound_event').select('lane_key').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow(),
  );
  let message: CustomerMessage | null = null;
  await drainLane(
    server.desk,
    { ...scope, channel: 'email', lane },
    {
      handle: async (event) => {
        if (event.kind === 'customer_message') message = event;
      },
      onDeadLetter: async () => {},
    },
  );
  return message;
}

const hostile: [string, () => string, RegExp | null][] = [
  ['text that is slow for a quote pattern', () => `${head()}\r\nhello${' onat'.repeat(30_000)}`, /^hello onat/],
  [
    'a hundred thousand empty parts',
    () => `${head('Content-Type: multipart/mixed; boundary=a\r\n')}\r\n${'--a\r\n\r\n'.repeat(100_000)}`,
    null,
  ],
  ['three megabytes of blank lines', () => `${head()}\r\nfirst${'\r\n'.repeat(1_500_000)}last`, null],
  ['tags within tags', () => `${head(html)}words${'<b>'.repeat(100_000)}`, /words/],
  ['torn tags', () => `${head(html)}words ${'<'.repeat(300_000)}`, null],
  ['torn entities', () => `${head(html)}words ${'&'.repeat(300_000)}`, /words/],
  ['thousands of references', () => `${head(`References: ${'<a@b.test> '.repeat(20_000)}\r\n`)}\r\nwords`, null],
  ['thousands of recipients', () => `${head(`Cc: ${'a@b.test, '.repeat(20_000)}\r\n`)}\r\nwords`, null],
  ['a header of forty thousand lines', () => `${head(`X-Note: a\r\n${' a\r\n'.repeat(40_000)}`)}\r\nwords`, null],
];
/** The message of a mail, and the processor time that this thread took for it: other load does not count. */
async function attempt(raw: string): Promise<{ spent: number; message: CustomerMessage | null }> {
  const before = process.threadCpuUsage();
  assert.equal(await arrives(raw), 202);
  const message = await read();
  const { user, system } = process.threadCpuUsage(before);
  return { spent: (user + system) / 1_000, message };
}

// Parsed on this thread, these mails took seconds.
const most = 10;

for (const [name, mail, words] of hostile)
  test(`${name}: costs this thread little more than an honest mail of its length, as another thread parses it`, async () => {
    const raw = mail();
    const honest = () => `${head()}\r\n${'Where is my order of last week?\r\n'.repeat(raw.length / 33)}`;
    await attempt(honest());
    const plain = await attempt(honest());
    // A garbage collection falls into one attempt, not into three; a fault of ours is in each.
    let hostileMail = await attempt(raw);
    for (let more = 2; more > 0 && hostileMail.spent > most * plain.spent; more--) hostileMail = await attempt(mail());
    assert.ok(hostileMail.spent <= most * plain.spent, `${hostileMail.spent} ms, beside ${plain.spent} ms`);
    if (words) assert.match(hostileMail.message?.text ?? '', words);
  });
