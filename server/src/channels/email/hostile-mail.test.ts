import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
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

/** What the newest mail means; null when nobody could read it and people see a gap instead. */
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
  ['words that a quote pattern goes mad on', () => `${head()}\r\nhello${' onat'.repeat(30_000)}`, /^hello onat/],
  [
    'a hundred thousand empty parts',
    () => `${head('Content-Type: multipart/mixed; boundary=a\r\n')}\r\n${'--a\r\n\r\n'.repeat(100_000)}`,
    null,
  ],
  ['three megabytes of blank lines', () => `${head()}\r\nfirst${'\r\n'.repeat(1_500_000)}last`, null],
  ['tags within tags', () => `${head(html)}words${'<b>'.repeat(100_000)}`, /words/],
  ['torn tags', () => `${head(html)}words ${'<'.repeat(300_000)}`, null],
  ['torn entities', () => `${head(html)}words ${'&'.repeat(300_000)}`, /words/],
  ['references by the thousand', () => `${head(`References: ${'<a@b.test> '.repeat(20_000)}\r\n`)}\r\nwords`, null],
  ['recipients by the thousand', () => `${head(`Cc: ${'a@b.test, '.repeat(20_000)}\r\n`)}\r\nwords`, null],
];
for (const [name, mail, words] of hostile)
  test(`${name}: acknowledged at once, and read where it stops nobody`, async () => {
    await arrives(`${head()}\r\nwarm`);
    await read();
    // What a busy machine does to one attempt it does not do to three; a fault of ours is there each time.
    let last = await attempt(mail());
    for (let more = 2; more > 0 && !isQuick(last); more--) last = await attempt(mail());
    assert.ok(isQuick(last), `acknowledged after ${last.acknowledged} ms, the event loop stood for ${last.stood} ms`);
    if (words) assert.match(last.message?.text ?? '', words);
  });

interface Attempt {
  acknowledged: number;
  stood: number;
  message: Awaited<ReturnType<typeof read>>;
}

const isQuick = ({ acknowledged, stood }: Attempt): boolean => acknowledged < 1_500 && stood < 750;

async function attempt(raw: string): Promise<Attempt> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const start = performance.now();
  assert.equal(await arrives(raw), 202);
  const acknowledged = performance.now() - start;
  const message = await read();
  delay.disable();
  return { acknowledged, stood: delay.max / 1e6, message };
}
