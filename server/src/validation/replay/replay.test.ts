import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { conversationOf, setStage, type Stage } from '../../../test/story/stage.ts';

let stage: Stage;
let decisions: any[];
const question = 'How can I get refunds for my annual plan?';
const examples = ['I want my money back', 'Please refund me', 'How do refunds work?', 'Refund my plan'];

before(async () => {
  stage = await setStage();
  const { wim } = stage.world;
  const tag = await wim.posts('/api/routing/tags', { name: 'Refunds', detect: { examples } });
  await wim.posts('/api/routing/rules', {
    name: 'Broken goes to people',
    when: { any: [{ field: 'message.text', op: 'contains', value: 'broken' }] },
    then: { decision: 'escalate', reason: 'damage', add_tag_ids: [tag.id] },
  });
  const said = [question, 'Hello!', 'It arrived broken.', 'Do you sell penguins?', 'I want to talk to a person.'];
  decisions = [];
  for (const text of said) decisions.push(await decided(text));
});
after(() => stage.close());

async function decided(text: string): Promise<any> {
  const event = stage.chatdesk.events.userCreated({ text });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const thread: any = await conversationOf(stage, event.conversationId, (each) => assert.ok(each.last_decision));
  return thread.last_decision;
}

const replays = (id: string, body: object, status = 200): Promise<any> =>
  stage.world.max.posts(`/api/decisions/${id}/replay`, body, status);

test('every decision is the same on recorded terms, even after policy, settings and documents have changed', async () => {
  assert.deepEqual(
    decisions.map(({ outcome }) => outcome),
    ['answer', 'clarify', 'escalate', 'escalate', 'escalate'],
  );
  const allSame = async () => {
    for (const { id, hash } of decisions) {
      const { same, replayed, differences } = await replays(id, { against: 'recorded' });
      assert.deepEqual([same, replayed.hash, differences], [true, hash, []]);
    }
  };
  await allSame();
  const { ada, wim } = stage.world;
  await ada.patches('/api/organizations/me/settings', {
    thresholds: { answer: 1, clarify: 0.9 },
    persona: { name: 'Robin', signature: 'Robin' },
    handover_message: 'One moment.',
  });
  const [rule] = (await wim.gets('/api/routing/rules')).items;
  await wim.patches(`/api/routing/rules/${rule.id}`, { enabled: false });
  const [document] = (await wim.gets('/api/knowledge/documents?q=Refunds')).items;
  await wim.deletes(`/api/knowledge/documents/${document.id}`);
  await allSame();
});

test('on today’s terms the differences are listed', async () => {
  const [answered, , broken] = decisions;
  const now = await replays(answered.id, { against: 'current' });
  assert.equal(now.same, false);
  assert.ok(
    now.differences.some(({ path }: any) => path === '/outcome'),
    JSON.stringify(now.differences),
  );
  const unruled = await replays(broken.id, { against: 'current' });
  assert.notEqual(unruled.replayed.reason, 'policy_rule');
  const [rule] = (await stage.world.max.gets('/api/routing/rules')).items;
  const overlay = { rules: [{ id: rule.id, enabled: true }] };
  const ruled = await replays(broken.id, { against: 'current', overlay });
  assert.equal(ruled.replayed.reason, 'policy_rule');
  await replays(broken.id, { against: 'recorded', overlay }, 422);
  await stage.world.mallory.posts(`/api/decisions/${broken.id}/replay`, { against: 'recorded' }, 404);
});

test('an overlay makes another record; if it changes nothing, only its fingerprint differs', async () => {
  const paths = async (body: object): Promise<string[]> =>
    (await replays(decisions[4].id, { against: 'current', ...body })).differences.map(({ path }: any) => path);
  const overlay = { settings: { max_clarifications: 9 } };
  assert.deepEqual(await paths({ overlay }), [...(await paths({})), '/snapshot/overlay']);
});

test('a replay uses the record, not the thread, whose messages may be deleted', async () => {
  const { db } = stage.server.desk;
  const { rows } = await db.owner.query(`update message set text = 'gone' where kind = 'customer' returning id`);
  assert.ok(rows.length >= decisions.length);
  for (const { id, hash } of decisions) {
    const { same, replayed } = await replays(id, { against: 'recorded' });
    assert.deepEqual([same, replayed.hash], [true, hash]);
  }
  const { considered, skipped }: any = await stage.world.max.posts('/api/routing/policy/preview', undefined, 200);
  assert.deepEqual([considered, skipped], [decisions.length, 0]);
});

test('a preview lists the recent decisions that a change would flip, with reasons', async () => {
  const at = '/api/routing/policy/preview';
  const { max } = stage.world;
  const nothing: any = await max.posts(at, {}, 200);
  assert.deepEqual([nothing.considered, nothing.skipped, nothing.flips, nothing.thresholds], [5, 0, [], null]);
  const penguins = { when: { all: [{ field: 'message.text', op: 'contains', value: 'penguins' }] } };
  const overlay = { rules: [{ name: 'Penguins', ...penguins, then: { decision: 'suppress' } }] };
  const { flips }: any = await max.posts(at, { overlay }, 200);
  assert.deepEqual(
    flips.map((flip: any) => [flip.decision_id, flip.before.outcome, flip.after.outcome, flip.why]),
    [[decisions[3].id, 'escalate', 'suppress', ['The rule "Penguins" is matched; it is new.']]],
  );
  const settings = { thresholds: { answer: 0.7, clarify: 0.45 } };
  const eased: any = await max.posts(at, { overlay: { settings }, thresholds: true, last: 5 }, 200);
  assert.ok(eased.flips.some((flip: any) => flip.decision_id === decisions[0].id && flip.after.outcome === 'answer'));
  const flipsAt = (value: number) => eased.thresholds.answer.find((each: any) => each.value === value).flips;
  assert.equal(eased.thresholds.answer.length, 21);
  assert.equal(flipsAt(0.7), 0);
  assert.ok(flipsAt(1) > 0);
  await max.posts(at, { overlay: { rules: [{ then: { decision: 'escalate' } }] } }, 422);
});

test('a desk with replies switched off previews decisions as if they were on', async () => {
  const { ada, max } = stage.world;
  const settings = '/api/organizations/me/settings';
  await ada.patches(settings, { auto_respond_enabled: false, thresholds: { answer: 0.7, clarify: 0.45 } });
  const held = await decided('How can I reset my password?');
  assert.deepEqual([held.outcome, held.reason], ['escalate', 'auto_respond_off']);
  const strict = { settings: { thresholds: { answer: 1, clarify: 1 } } };
  const { flips, thresholds }: any = await max.posts(
    '/api/routing/policy/preview',
    { overlay: strict, thresholds: true, last: 1 },
    200,
  );
  assert.deepEqual(
    flips.map((flip: any) => [flip.decision_id, flip.before.outcome, flip.after.outcome, flip.after.reason]),
    [[held.id, 'answer', 'escalate', 'low_confidence']],
  );
  assert.ok(thresholds.answer.some(({ flips: count }: any) => count > 0));
  await ada.patches(settings, { auto_respond_enabled: true });
});

test('revisions of the policy show who changed what, and one is restored as a new revision', async () => {
  const { max, wim, mallory } = stage.world;
  const revisions = async (): Promise<any[]> => (await max.gets('/api/routing/policy/revisions')).items;
  const earlier = await revisions();
  assert.deepEqual(
    earlier.map(({ diff }) => diff.map(({ type, change, fields }: any) => [type, change, fields])),
    [[['rule', 'changed', ['enabled']]], [['rule', 'added', []]], [['tag', 'added', []]], []],
  );
  assert.deepEqual([earlier[0].author.name, earlier[0].current, earlier[3].author], ['Wim', true, null]);
  const restored = (n: number, headers = {}) =>
    wim.calls('POST', `/api/routing/policy/revisions/${n}/restore`, undefined, headers);
  assert.equal((await restored(earlier[3].revision, { 'if-match': '"999"' })).status, 412);
  assert.equal((await restored(12_345)).status, 404);
  await max.posts(`/api/routing/policy/revisions/${earlier[3].revision}/restore`, undefined, 403);
  const empty = await restored(earlier[3].revision, { 'if-match': `"${earlier[0].revision}"` });
  assert.equal(empty.status, 200, empty.text);
  assert.deepEqual([empty.body.rules, empty.body.tags], [[], []]);
  const back = await restored(earlier[0].revision);
  assert.deepEqual([back.body.rules.length, back.body.rules[0].enabled, back.body.tags[0].name], [1, false, 'Refunds']);
  assert.equal((await revisions()).length, 6);
  assert.deepEqual((await mallory.gets('/api/routing/policy/revisions')).items, []);
});

test('a rule can only name an existing collection, which then cannot be deleted', async () => {
  const { wim, mallory } = stage.world;
  const foreign = await mallory.posts('/api/knowledge/collections', { name: 'Theirs' });
  const rule = (id: string) => ({ name: `Rule ${id}`, when: {}, then: { collection_ids: [id] } });
  const refused = await wim.calls('POST', '/api/routing/rules', rule(foreign.id));
  assert.deepEqual([refused.status, refused.body.errors[0].path], [422, '/then/collection_ids/0']);
  const ours = await wim.posts('/api/knowledge/collections', { name: 'Ours' });
  const saved = await wim.posts('/api/routing/rules', rule(ours.id));
  const kept = await wim.calls('DELETE', `/api/knowledge/collections/${ours.id}`);
  assert.deepEqual([kept.status, kept.body.code, kept.body.users[0].id], [409, 'in_use', saved.id]);
  await wim.deletes(`/api/routing/rules/${saved.id}`);
  await wim.deletes(`/api/knowledge/collections/${ours.id}`);
});
