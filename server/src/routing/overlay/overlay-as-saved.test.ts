import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startServer, type TestServer } from '../../../test/server.ts';
import { createWorld, type World } from '../../../test/world.ts';

let server: TestServer;
let world: World;
let names: Record<'mail' | 'desk' | 'spare' | 'billing' | 'returns' | 'rule' | 'queue', string>;
before(async () => {
  server = await startServer();
  world = await createWorld(server);
  const { wim } = world;
  const made = async (path: string, body: object): Promise<string> => (await wim.posts(path, body)).id;
  const spare = await made(destinations, { name: 'Spare', kind: 'queue' });
  const mail = await made(destinations, {
    name: 'Mail',
    kind: 'email',
    target: 'a@b.test',
    fallback_destination_id: spare,
  });
  const desk = await made(destinations, { name: 'Desk', kind: 'queue' });
  const billing = await made(tags, { name: 'Billing', default_destination_id: desk });
  const returns = await made(tags, { name: 'Returns' });
  const when = { all: [{ field: 'tag', op: 'eq', value: returns }] };
  const rule = await made(rules, {
    name: 'Returns by mail',
    when,
    then: { decision: 'escalate', destination_id: mail },
  });
  const queue = (await wim.gets(destinations)).items.find((each: any) => each.built_in).id;
  names = { mail, desk, spare, billing, returns, rule, queue };
});
after(() => server.close());

const [tags, destinations, rules] = ['/api/routing/tags', '/api/routing/destinations', '/api/routing/rules'];
const at = { [tags]: 'tags', [destinations]: 'destinations', [rules]: 'rules' } as const;
const stranger = '0198c0de-0000-7000-8000-000000000000';
const escalate = { decision: 'escalate' };
const all = (field: string, op: string, value?: unknown) => ({
  all: [{ field, op, ...(value === undefined ? {} : { value }) }],
});

/** An invalid edit, and the kind of item that it changes. */
type Edit = [path: string, body: Record<string, unknown>, of?: keyof typeof names];

const edits: Edit[] = [
  [destinations, { name: 'desk', kind: 'queue' }],
  [destinations, { name: '  Mail ', kind: 'queue' }],
  [destinations, { name: 'X', kind: 'email', target: 'nowhere' }],
  [destinations, { name: 'X', kind: 'webhook', target: 'ftp://x' }],
  [destinations, { name: 'X', kind: 'webhook', target: 'https://10.0.0.1/hook' }],
  [destinations, { name: 'X', kind: 'chatdesk_team' }],
  [destinations, { name: 'X', kind: 'queue', fallback_destination_id: stranger }],
  [destinations, { name: 'X', kind: 'pigeon' }],
  [destinations, { name: 'X' }],
  [destinations, { kind: 'queue' }],
  [destinations, { name: ' ', kind: 'queue' }],
  [destinations, { name: 'X', kind: 'queue', colour: 'red' }],
  [destinations, { name: 'Mail' }, 'desk'],
  [destinations, { fallback_destination_id: 'not-an-id' }, 'desk'],
  [destinations, { enabled: false }, 'queue'],
  [destinations, { kind: 'email', target: 'a@b.test' }, 'queue'],
  [destinations, { hours: 'business' }, 'queue'],
  [destinations, { target: null }, 'mail'],
  [tags, { name: 'BILLING' }],
  [tags, { name: 'X', default_destination_id: stranger }],
  [tags, { name: 'X', color: 'url(x)' }],
  [tags, { name: 'X', detect: { keywords: [''] } }],
  [tags, { name: 'X', detect: { min_similarity: 2 } }],
  [tags, {}],
  [tags, { name: 'Returns' }, 'billing'],
  [tags, { default_destination_id: stranger }, 'billing'],
  [rules, { name: 'X', when: all('no.such', 'eq', 1), then: escalate }],
  [rules, { name: 'X', when: all('message.text', 'gt', 1), then: escalate }],
  [rules, { name: 'X', when: all('message.text', 'matches', '('), then: escalate }],
  [rules, { name: 'X', when: all('message.text', 'matches', 'a'.repeat(5_000)), then: escalate }],
  [rules, { name: 'X', when: all('channel', 'eq', 'pigeon'), then: escalate }],
  [rules, { name: 'X', when: all('channel', 'in', []), then: escalate }],
  [rules, { name: 'X', when: all('tag', 'in', ['Billing', 'No such']), then: escalate }],
  [rules, { name: 'X', when: all('conversation.turns', 'between', [3, 1]), then: escalate }],
  [rules, { name: 'X', when: all('customer.verified', 'eq', 'yes'), then: escalate }],
  [rules, { name: 'X', when: all('customer.email', 'exists', 'x'), then: escalate }],
  [rules, { name: 'X', when: {}, then: {} }],
  [rules, { name: 'X', when: {}, then: { destination_id: stranger } }],
  [rules, { name: 'X', when: {}, then: { add_tag_ids: [stranger], collection_ids: [stranger] } }],
  [rules, { name: 'X', when: {}, then: { lookup_template_ids: [stranger] } }],
  [rules, { name: 'X', when: all('answer.confidence', 'gt', 0.5), then: { lookup_template_ids: [stranger] } }],
  [rules, { name: 'X', when: {}, then: { decision: 'explode' } }],
  [rules, { name: 'X', when: {}, then: escalate, priority: -1 }],
  [rules, { name: 'X', then: escalate }],
  [rules, { name: 'X', when: {} }],
  [rules, { name: '', when: {}, then: escalate }],
  [rules, { then: { decision: null, destination_id: null } }, 'rule'],
  [rules, { when: all('no.such', 'eq', 1) }, 'rule'],
  [rules, { then: { destination_id: stranger } }, 'rule'],
];

interface Answer {
  status: number;
  body: any;
}

/** Returns only the innermost paths of the errors, because for a nullable member the schema also reports the object around it. */
function refusalOf({ status, body }: Answer, below = '') {
  const all = new Set<string>((body.errors ?? []).map(({ path }: { path: string }) => path.replace(below, '')));
  const innermost = [...all].filter((path) => ![...all].some((other) => other.startsWith(`${path}/`)));
  return { status, code: body.code, paths: innermost.toSorted() };
}

const laidOver = (path: string, entity: object): Promise<Answer> =>
  world.max.calls('POST', '/api/knowledge/validation/outcome/simulate', {
    message: 'Hello',
    overlay: { [at[path] ?? '']: [entity] },
  });

for (const [path, body, of] of edits)
  test(`an overlay is refused like the same edit: ${of ?? 'a new one of'} ${path} ${JSON.stringify(body).slice(0, 100)}`, async () => {
    const id = of && names[of];
    const saved = id
      ? await world.wim.calls('PATCH', `${path}/${id}`, body)
      : await world.wim.calls('POST', path, body);
    assert.ok(saved.status >= 400, `it was saved: ${saved.text}`);
    const tried = await laidOver(path, id ? { id, ...body } : body);
    assert.deepEqual(refusalOf(tried, `/overlay/${at[path]}/0`), refusalOf(saved));
  });

for (const [path, of] of [
  [destinations, 'mail'],
  [destinations, 'spare'],
  [destinations, 'desk'],
  [destinations, 'queue'],
  [tags, 'returns'],
] as [string, keyof typeof names][])
  test(`an overlay cannot remove an item that cannot be deleted: ${of}`, async () => {
    const id = names[of];
    const kept = await world.wim.calls('DELETE', `${path}/${id}`);
    const tried = await laidOver(path, { id, removed: true });
    assert.deepEqual(refusalOf(tried), refusalOf(kept));
    assert.equal(kept.status, 409);
    assert.deepEqual(tried.body.users, kept.body.users);
  });

test('the default destination of the settings is not removed either, unless the overlay names another', async () => {
  const { ada } = world;
  const { id } = await ada.posts(destinations, { name: 'By default', kind: 'queue' });
  await ada.patches('/api/organizations/me/settings', { default_destination_id: id });
  const kept = await ada.calls('DELETE', `${destinations}/${id}`);
  const tried = await laidOver(destinations, { id, removed: true });
  assert.deepEqual(refusalOf(tried), refusalOf(kept));
  assert.deepEqual(tried.body.users, kept.body.users);
  const overlay = { destinations: [{ id, removed: true }], settings: { default_destination_id: names.desk } };
  await world.max.posts('/api/knowledge/validation/outcome/simulate', { message: 'Hello', overlay }, 200);
});

test('an overlay may contain changes that cannot be saved one by one: names exchanged, a tag removed with its rule', async () => {
  const { mail, desk, returns, rule } = names;
  const overlay = {
    destinations: [
      { id: mail, name: 'Desk' },
      { id: desk, name: 'Mail' },
    ],
    tags: [{ id: returns, removed: true }],
    rules: [{ id: rule, removed: true }],
  };
  await world.max.posts('/api/knowledge/validation/outcome/simulate', { message: 'Hello', overlay }, 200);
});

test('invalid settings are refused as when they are saved', async () => {
  for (const settings of [
    { thresholds: { answer: 0.2, clarify: 0.6 } },
    { thresholds: { answer: 2 } },
    { default_destination_id: stranger },
    { timezone: 'Mars/Olympus' },
    { business_hours: [{ days: [8], from: '09:00', to: '17:00' }] },
    { holidays: ['2026-02-30'] },
    { allowed_languages: ['klingon!'] },
    { max_ai_turns: -1 },
    { no_such: 1 },
  ]) {
    const saved = await world.ada.calls('PATCH', '/api/organizations/me/settings', settings);
    const tried = await world.max.calls('POST', '/api/knowledge/validation/outcome/simulate', {
      message: 'Hello',
      overlay: { settings },
    });
    assert.ok(saved.status >= 400, JSON.stringify(settings));
    assert.deepEqual(refusalOf(tried, '/overlay/settings'), refusalOf(saved), JSON.stringify(settings));
  }
});

test('preview, playground and suite run refuse an invalid overlay, too', async () => {
  const overlay = { destinations: [{ name: 'desk', kind: 'queue' }] };
  const base = '/api/knowledge/validation';
  await world.wim.posts(`${base}/suite/cases`, { turns: [{ customer: 'Hello' }] });
  for (const [path, body] of [
    ['/api/routing/policy/preview', { overlay }],
    [`${base}/playground/conversations`, { overlay }],
    [`${base}/suite/run`, { overlay }],
  ] as const) {
    const { status, body: answer } = await world.wim.calls('POST', path, body);
    assert.deepEqual([status, answer.code], [409, 'already_exists'], path);
  }
});
