import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inWorld, type World } from '../../../test/world.ts';

let world: World;
inWorld((made) => ({ world } = made));

const path = '/api/knowledge/validation/suite';
const put = (body: unknown, headers: Record<string, string>, caller = world.wim) =>
  caller.calls('PUT', path, body, headers);
const csv = { 'content-type': 'text/csv' };

const refund = {
  id: 'refund',
  name: '=HYPERLINK("http://x.example";"Refund, and more")',
  tags: ['money', '+plus', "'quoted"],
  critical: true,
  weight: 2.5,
  context: { channel: 'email', subject: 'Refund', customer: { verified: true, attributes: { plan: 'pro' } } },
  turns: [{ customer: '-1 + 1 = ?\r\nHow long do "refunds" take;\tplease?' }],
  expect: {
    outcome: 'answer',
    tags_include: ['[billing]', 'two\nlines'],
    answer: { must_include: ['five days'], must_match: ['^Refunds'], max_words: 80 },
    confidence_min: 0.5,
  },
  repeat: 2,
  mocks: { order: { state: 'shipped' } },
};
const talk = {
  id: 'talk',
  turns: [{ customer: 'Hello', expect: { outcome: 'clarify' } }, { customer: 'A person, please' }],
  expect: { outcome: 'escalate', reason: 'customer_request' },
};

// If these cells are not marked as text, a spreadsheet converts them to 7, a date, .5 and TRUE, and saves that.
const values = {
  id: 'values',
  name: '007',
  tags: ['true'],
  turns: [{ customer: '50%' }],
  context: { as_of: '2026-11-24T10:00:00Z' },
  expect: { answer: { must_include: ['24.12.2026'], must_match: ['1/2'] } },
};

test('an unsaved suite is empty; a saved one can be overwritten only by a caller who has seen it', async () => {
  const empty = await world.max.calls('GET', path);
  assert.deepEqual([empty.status, empty.body.version, empty.body.cases], [200, 0, []]);
  assert.equal(empty.headers['etag'], '"0"');
  const first = await put({ name: 'Help', cases: [refund, talk] }, {});
  assert.deepEqual([first.status, first.body.version, first.headers['etag']], [200, 1, '"1"'], first.text);
  assert.deepEqual(
    [first.body.cases[1].name, first.body.cases[1].weight, first.body.cases[1].enabled],
    ['A person, please', 1, true],
  );
  const without = await put({ name: 'Help' }, { 'if-match': '*' });
  assert.deepEqual([without.status, without.body.errors[0].path], [422, '/cases'], 'a whole suite has cases');
  const unseen = await put({ cases: [] }, {});
  assert.deepEqual([unseen.status, unseen.body.code], [428, 'precondition_required']);
  const stale = await put({ cases: [] }, { 'if-match': '"7"' });
  assert.deepEqual([stale.status, stale.body.code], [412, 'version_conflict']);
  const same = await put({ cases: first.body.cases }, { 'if-match': '"1"' });
  assert.deepEqual([same.status, same.body.version], [200, 1], 'nothing has changed');
  const renamed = await put({ ...first.body, name: 'Helpdesk' }, { 'if-match': '*' });
  assert.deepEqual([renamed.status, renamed.body.version, renamed.body.name], [200, 2, 'Helpdesk'], renamed.text);
  const { items } = await world.max.gets(`${path}/versions`);
  assert.deepEqual(
    items.map((each: any) => [each.version, each.name, each.cases, each.saved_by.name]),
    [
      [2, 'Helpdesk', 2, 'Wim'],
      [1, 'Help', 2, 'Wim'],
    ],
  );
  const newest = await world.max.gets(`${path}/versions?limit=1`);
  assert.deepEqual([newest.items.length, newest.items[0].version], [1, 2]);
  const older = await world.max.gets(`${path}/versions?limit=1&cursor=${encodeURIComponent(newest.next_cursor)}`);
  assert.deepEqual([older.items[0].version, older.next_cursor], [1, null]);
  assert.equal((await world.max.gets(`${path}/versions/1`)).name, 'Help');
  await world.max.gets(`${path}/versions/9`, 404);
  assert.deepEqual((await world.mallory.gets(path)).cases, [], 'of this organization only');
  assert.equal((await put({ cases: [] }, { 'if-match': '*' }, world.max)).status, 403);
});

test('each fault of a case has its pointer', async () => {
  const wrong = await put(
    { cases: [{ turns: [{ customer: 'x' }], expect: { outcome: 'sing' } }, { turns: [] }] },
    { 'if-match': '*' },
  );
  assert.equal(wrong.status, 422);
  assert.deepEqual(wrong.body.errors.map((each: any) => each.path).sort(), [
    '/cases/0/expect/outcome',
    '/cases/1/turns',
  ]);
  const twice = await put(
    { cases: [talk, { ...talk, turns: [{ customer: 'x', expect: { answer: { must_match: ['('] } } }] }] },
    { 'if-match': '*' },
  );
  assert.deepEqual(
    twice.body.errors.map((each: any) => each.path),
    ['/cases/1/turns/0/expect/answer/must_match/0', '/cases/1/id'],
  );
  const many = Array.from({ length: 5_001 }, () => ({ turns: [{ customer: 'x' }] }));
  const tooMany = await put({ cases: many }, { 'if-match': '*' });
  assert.deepEqual([tooMany.status, tooMany.body.errors[0].path], [422, '/cases']);
  assert.equal((await put({ cases: many.slice(1) }, { 'if-match': '*' })).status, 200, 'five thousand are not');
});

test('an exported table can be imported unchanged, also as a spreadsheet writes it, and no cell is a formula', async () => {
  const saved = (await put({ name: 'T', cases: [refund, talk, values] }, { 'if-match': '*' })).body;
  const table = await world.max.calls('GET', `${path}?format=csv`);
  assert.match(String(table.headers['content-type']), /^text\/csv/);
  assert.equal(table.headers['etag'], `"${saved.version}"`);
  const { parse } = await import('csv-parse/sync');
  const rows: string[][] = parse(table.text, { bom: true });
  assert.deepEqual(
    rows.flat().filter((cell) => /^[=+@\t\r-]/.test(cell)),
    [],
  );
  // LibreOffice: every cell in quotes, `;` between them, CRLF, logical values in capitals, numbers and dates in its own form.
  const rewritten = (cell: string) =>
    cell
      .replace(/^(true|false)$/, (word) => word.toUpperCase())
      .replace(/^0+(?=\d)/, '')
      .replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d).*$/, '$1 $2')
      .replace(/^(\d+)%$/, '$1.00%')
      .replace(/^(\d+)\/(\d+)$/, '0$1/0$2/26');
  const spreadsheet = rows
    .map((row) => row.map((cell) => `"${rewritten(cell).replaceAll('"', '""')}"`))
    .map((row) => row.join(';'))
    .join('\r\n');
  await put({ name: 'T', cases: [] }, { 'if-match': '*' });
  for (const text of [table.text, `\uFEFF${spreadsheet}\r\n`]) {
    const back = await put(text, { ...csv, 'if-match': '*' });
    assert.equal(back.status, 200, back.text);
    assert.deepEqual(back.body.cases, saved.cases);
    assert.equal(back.body.name, 'T', 'a table says nothing of the name');
  }
});

test('each fault of a table has its case and column', async () => {
  const sent = async (text: string | Buffer) => (await put(text, { ...csv, 'if-match': '*' })).body;
  const pointers = async (text: string) => (await sent(text)).errors.map((each: any) => each.path);
  assert.deepEqual(await pointers('message,weight,mocks\nhi,heavy,{'), ['/cases/0/weight', '/cases/0/mocks']);
  assert.deepEqual(await pointers('message,outcome\nhi,answer\nho,sing'), ['/cases/1/expect/outcome']);
  assert.deepEqual(await pointers('message,colour\nhi,red'), ['/header/1']);
  assert.deepEqual(await pointers('name\nhi'), ['/header']);
  assert.equal((await sent('message\n"open')).code, 'validation_failed');
  assert.equal((await sent(Buffer.from([0x6d, 0xff, 0xfe]))).code, 'validation_failed');
  const elsewhere = await world.wim.calls('POST', '/api/routing/tags', 'name\nx', csv);
  assert.deepEqual([elsewhere.status, elsewhere.body.code], [415, 'unsupported_media_type']);
});

test('a case is appended, read and removed', async () => {
  const answer = await world.wim.calls('POST', `${path}/cases`, { turns: [{ customer: 'Is it open on Sundays?' }] });
  assert.equal(answer.status, 201, answer.text);
  const location = String(answer.headers['location']);
  assert.deepEqual((await world.max.gets(location)).turns, [{ customer: 'Is it open on Sundays?' }]);
  await world.wim.posts(`${path}/cases`, { id: answer.body.id, turns: [{ customer: 'again' }] }, 409);
  const { errors } = await world.wim.posts(`${path}/cases`, { name: 'nothing is said' }, 422);
  assert.equal(errors[0].path, '/turns');
  await world.wim.posts(`${path}/cases`, { from_decision_id: world.ada.userId }, 404);
  await world.mallory.gets(location, 404);
  await world.wim.deletes(location);
  await world.max.gets(location, 404);
});

test('a case is named after its message, emoji included', async () => {
  for (const customer of ['🙂'.repeat(100), `x${'🙂'.repeat(100)}`]) {
    const { name } = await world.wim.posts(`${path}/cases`, { turns: [{ customer }] });
    assert.match(name, /^x?🙂{39}…$/u);
  }
});

test('the red-team pack is added once, and does not change existing cases', async () => {
  await put({ cases: [talk] }, { 'if-match': '*' });
  const loaded = await world.wim.posts(`${path}/packs`, { pack: 'red-team' }, 200);
  assert.ok(loaded.added >= 60);
  const { cases } = await world.max.gets(path);
  assert.equal(cases.length, loaded.added + 1);
  assert.equal(cases[0].id, 'talk');
  const again = await world.wim.posts(`${path}/packs`, { pack: 'red-team' }, 200);
  assert.deepEqual([again.added, again.present], [0, loaded.added]);
  const [pack] = (await world.max.gets(`${path}/packs`)).items;
  assert.deepEqual([pack.cases, pack.loaded], [loaded.added, loaded.added]);
  for (const { name, turns } of (await world.max.gets(path)).cases) {
    const [, next = ''] = turns[0].customer.split(name.slice(-12));
    assert.doesNotMatch(next, /^\w/, `“${name}” ends within a word`);
  }
  // The pack conforms to the schema: written back as a whole, it stays the same.
  const back = await put({ cases }, { 'if-match': '*' });
  assert.deepEqual([back.status, back.body.cases.length], [200, cases.length], back.text.slice(0, 400));
});

test('a pack that two callers load at once is added once', async () => {
  await put({ cases: [talk] }, { 'if-match': '*' });
  const [one, other] = await Promise.all([1, 2].map(() => world.wim.posts(`${path}/packs`, { pack: 'red-team' }, 200)));
  assert.deepEqual([one.present, other.present], [other.added, one.added]);
  assert.equal((await world.max.gets(path)).cases.length, one.added + other.added + 1);
});

test('a trial replacement shows the result or its errors, and saves nothing', async () => {
  const before = await world.max.gets(path);
  const dry = (body: unknown, version = before.version) =>
    world.wim.calls('PUT', `${path}?mode=dry_run`, body, { 'if-match': `"${version}"` });
  const shown = await dry({ name: 'Tried', cases: [talk] });
  assert.deepEqual([shown.status, shown.body.name, shown.body.version], [200, 'Tried', before.version], shown.text);
  assert.deepEqual(
    shown.body.cases.map(({ id }: { id: string }) => id),
    ['talk'],
  );
  assert.equal((await dry({ cases: [talk, talk] })).status, 422);
  assert.equal((await dry({ cases: [talk] }, before.version + 1)).status, 412);
  assert.deepEqual(await world.max.gets(path), before);
});

test('the API returns the time of a case in UTC', async () => {
  const body = { cases: [{ ...talk, context: { as_of: '2026-03-02T10:00:00+02:00' } }] };
  const saved = await put(body, { 'if-match': '*' });
  assert.equal(saved.body.cases[0].context.as_of, '2026-03-02T08:00:00.000Z', saved.text);
});
