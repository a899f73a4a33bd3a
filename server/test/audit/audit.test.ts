import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { routesOf } from '../../src/app.ts';
import type { Desk } from '../../src/platform/desk.ts';
import { secret, words, type Request } from './recipe.ts';
import { changesNothing, recipes } from './recipes.ts';
import { setStage, type Stage } from '../story/stage.ts';

let stage: Stage;
before(async () => {
  stage = await setStage();
  await stage.world.ada.patches('/api/organizations/me/settings', { auto_respond_mode: 'draft' });
});
after(() => stage.close());

// Routes use the desk only in requests. This call makes none.
const mutating = routesOf({} as Desk)
  .filter(({ endpoint, access }) => endpoint.method !== 'GET' && !['anyone', 'signature'].includes(access.name))
  .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);

const entries = async (of: { organizationId: string }) =>
  (
    await stage.server.desk.db.owner.query('select * from audit_event where organization_id = $1 order by sequence', [
      of.organizationId,
    ])
  ).rows as any[];

const send = (method: string, { as, path, body, headers }: Request) => as.calls(method as 'POST', path, body, headers);

test('every recipe and every exception belongs to a mutating route', () => {
  const known = new Set(mutating);
  const stale = [...Object.keys(recipes), ...Object.keys(changesNothing)].filter((name) => !known.has(name));
  assert.deepEqual(stale, []);
});

for (const name of mutating.filter((each) => !(each in changesNothing)))
  test(`${name} writes one entry`, async () => {
    const recipe = recipes[name];
    assert.ok(recipe, `add a recipe for ${name} in server/test/audit/`);
    const [method = ''] = name.split(' ');
    const request = await recipe.call(stage);
    const place = request.in ?? request.as;
    const [before, elsewhere] = [await entries(place), await entries(stage.world.cedar)];
    const answer = await send(method, request);
    assert.ok(answer.status < 300, `${name} answered ${answer.status}: ${answer.text}`);
    const [entry, ...more] = (await entries(place)).slice(before.length);
    assert.deepEqual(more, []);
    assert.equal(entry?.action, recipe.action);
    assert.equal(entry.actor.id, request.as.userId);
    assert.equal(entry.subject.type, entry.action.split('.')[0]);
    assert.equal(entry.request_id, answer.headers['x-request-id']);
    assert.deepEqual(await entries(stage.world.cedar), elsewhere);
    if (!recipe.again) return;
    const again = await send(method, request);
    assert.ok(again.status < 300, again.text);
    assert.equal((await entries(place)).length, before.length + 1, 'nothing changed, and still it was written');
  });

test('a note is recorded too, without its words', async () => {
  const [{ id }] = (await stage.world.max.gets('/api/conversations')).items;
  await stage.world.max.posts(`/api/conversations/${id}/messages`, { kind: 'note', text: words });
  const entry = (await entries(stage.world.max)).at(-1);
  assert.deepEqual(
    [entry.action, entry.subject, entry.changes],
    ['conversation.noted', { type: 'conversation', id }, {}],
  );
});

test('reading the signing secret of inbound mail is recorded; reading the other fields is not', async () => {
  const { wim } = stage.world;
  const before = (await entries(wim)).length;
  await wim.gets('/api/channels/email/inbound-config');
  assert.equal((await entries(wim)).length, before);
  await wim.gets('/api/channels/email/inbound-config?reveal=true');
  const [entry, ...more] = (await entries(wim)).slice(before);
  assert.deepEqual([entry.action, more], ['inbound_secret.revealed', []]);
});

test('a refused change leaves no entry', async () => {
  const { wim, max } = stage.world;
  const before = (await entries(wim)).length;
  await wim.posts('/api/routing/tags', { name: 'x', default_destination_id: wim.userId }, 422);
  await max.posts('/api/routing/rules', {}, 403);
  const tag = await wim.posts('/api/routing/tags', { name: 'Versioned' });
  const stale = await wim.calls('PATCH', `/api/routing/tags/${tag.id}`, { color: '#000000' }, { 'if-match': '"9"' });
  assert.equal(stale.status, 412);
  assert.equal((await entries(wim)).length, before + 1);
});

test('a change is recorded by field; for a secret, only the fact of the change', async () => {
  const { wim } = stage.world;
  const tag = await wim.posts('/api/routing/tags', { name: 'Told', color: '#111111' });
  await wim.patches(`/api/routing/tags/${tag.id}`, { name: 'Retold' });
  await wim.puts('/api/integrations/chatdesk/app', { client_id: 'told', client_secret: secret });
  const [renamed, configured] = (await entries(wim)).slice(-2);
  assert.deepEqual(renamed.changes, { name: { from: 'Told', to: 'Retold' } });
  assert.deepEqual([configured.changes.client_id.to, configured.changes.client_secret], ['told', {}]);
});

test('no entry contains a secret, or words of customers and colleagues', async () => {
  const text = JSON.stringify(await entries(stage.world.birch));
  assert.match(text, /integration\.webhook_secret_changed/);
  const { chatdesk, ticketdesk } = stage;
  const secrets = [chatdesk.workspace.clientSecret, chatdesk.accessToken, ticketdesk.accessToken];
  for (const each of [secret, words, ...secrets]) assert.equal(text.includes(each), false, each);
});
