import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { conversationOf, setStage, type Stage } from '../../../test/story/stage.ts';

let stage: Stage;
let ids: Record<string, string>;
before(async () => {
  stage = await setStage({ autoRespond: false });
  ids = {
    noor: await writes('Wo finde ich die ÜBERSICHT meiner Bestellung ORD-4471?', 'Noor Janssen', 'noor@customer.test'),
    alex: await writes('Is there an overview of my account?', "Alex O'Brien", 'alex@elsewhere.test'),
    mail: await writes('see below', 'Kim', 'kim@elsewhere.test'),
  };
  await stage.world.max.posts(`/api/conversations/${ids['mail']}/messages`, {
    kind: 'note',
    text: 'Looks like a zebrafinch.',
  });
  await stage.world.max.posts(`/api/conversations/${ids['mail']}/messages`, {
    kind: 'reply',
    text: 'We look after you.',
  });
});
after(() => stage.close());

async function writes(text: string, name: string, email: string): Promise<string> {
  const event = stage.chatdesk.events.userCreated({ text, customer: { name, email } });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  return (await conversationOf(stage, event.conversationId)).id;
}

const finds = async (query: string, who = stage.world.max) => {
  const { items } = await who.gets(`/api/conversations?${query}`);
  const nameOf = (id: string) => Object.keys(ids).find((name) => ids[name] === id) ?? id;
  return items.map((each: { id: string }) => nameOf(each.id)).toSorted();
};
const q = (text: string) => `q=${encodeURIComponent(text)}`;

const searches: [string, string[]][] = [
  ['übersicht', ['noor']],
  ['ubersicht', ['noor']],
  ['óverview accoünt', ['alex']],
  ['nøor jánssen', ['noor']],
  ['ord-4471', ['noor']],
  ['4471', ['noor']],
  ['bestell', ['noor']],
  ['overview account', ['alex']],
  ['overview bestellung', []],
  ['noor janssen', ['noor']],
  ['NOOR@customer.test', ['noor']],
  ['elsewhere', ['alex', 'mail']],
  ["o'brien", ['alex']],
  ['zebrafinch', ['mail']],
  ['look after', ['mail']],
  ["'); drop table message; --", []],
  ['& | ! <-> :*', []],
  ['\\', []],
  ['😀', []],
];
test('a blank search filters nothing, and the whole queue is listed', async () => {
  const whole = await stage.world.max.gets('/api/conversations');
  assert.ok(whole.items.length > 0);
  for (const blank of ['', ' ', '\u00a0\t'])
    assert.deepEqual(await stage.world.max.gets(`/api/conversations?${q(blank)}`), whole, JSON.stringify(blank));
});

for (const [text, expected] of searches)
  test(`${text} finds ${expected.join(' and ') || 'nothing'}`, async () =>
    assert.deepEqual(await finds(q(text)), expected));

test('words combine with the other filters and find only conversations of the organization', async () => {
  assert.deepEqual(await finds(`${q('elsewhere')}&status=pending`), ['mail']);
  assert.deepEqual(await finds(`${q('elsewhere')}&channel=email`), []);
  assert.deepEqual(await finds(`${q('elsewhere')}&sort=waiting_since`), ['alex', 'mail']);
  assert.deepEqual(await finds(q('elsewhere'), stage.world.mallory), []);
});

test('a message of any length and form is stored, and its beginning is found', async () => {
  const long = `zanzibar ${'Ω'.repeat(60_000)} ${Array.from({ length: 60_000 }, (_, n) => n.toString(36)).join(' ')} ${'a'.repeat(3_000)}`;
  const id = await writes(long.slice(0, 300_000), 'Long', 'long@customer.test');
  assert.deepEqual(await finds(q('zanzibar')), [id]);
});

test('a search for frequent words returns every page in order and each conversation once', async () => {
  const { owner } = stage.server.desk.db;
  const { organizationId } = stage.world.birch;
  const customer = (await stage.world.max.gets(`/api/conversations/${ids['noor']}`)).customer.id;
  // Without the triggers that record changes: nobody reads these here.
  await owner.query('alter table conversation disable trigger user');
  await owner.query(
    `insert into conversation (organization_id, id, channel, channel_reference, customer_id, subject, status, owner, created_at, updated_at)
     select $1, md5('common' || n)::uuid, 'email', 'common' || n, $2, case when n % 2 = 0 then 'a usual word' end,
       case when n % 2 = 0 then 'pending' else 'resolved' end, 'human', now(), date_trunc('milliseconds', now()) - n * interval '1 second'
     from generate_series(1, 21000) n`,
    [organizationId, customer],
  );
  await owner.query('alter table conversation enable trigger user');
  const seen: string[] = [];
  let pages = 0;
  for (let cursor = ''; pages < 12; pages++) {
    const page = await stage.world.max.gets(`/api/conversations?q=usual&limit=200${cursor}`);
    seen.push(...page.items.map((each: { id: string }) => each.id));
    assert.equal(page.items.length, 200);
    cursor = `&cursor=${page.next_cursor}`;
  }
  assert.equal(new Set(seen).size, 200 * pages);
  const { rows } = await owner.query(
    `select id from conversation where organization_id = $1 and subject is not null and channel = 'email' order by ` +
      `updated_at desc, id limit ${seen.length}`,
    [organizationId],
  );
  assert.deepEqual(
    seen,
    rows.map(({ id }) => id),
  );
  // Without matches, each page ends after a fixed number of examined conversations, and the next page continues to the end.
  let ends = 0;
  for (let cursor = ''; ; ends++) {
    const page = await stage.world.max.gets(`/api/conversations?q=usual&status=resolved${cursor}`);
    assert.deepEqual(page.items, []);
    if (page.next_cursor === null) break;
    cursor = `&cursor=${page.next_cursor}`;
  }
  assert.ok(ends > 1 && ends < 6, String(ends));
});
