import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { conversationOf, setStage, type Stage } from '../../../test/story/stage.ts';

let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

const path = '/api/knowledge/validation/playground/conversations';

test('a reply has its decision, later messages have the history, and nothing leaves the playground', async () => {
  const { world, server } = stage;
  const counts = async () => {
    const { rows } = await server.desk.db.owner.query(
      `select (select count(*) from conversation) c, (select count(*) from decision) d, (select count(*) from outbox) o,
        (select count(*) from message) m, (select count(*) from document_citation) q, (select count(*) from unanswered_question) u`,
    );
    return rows;
  };
  const untouched = await counts();
  const answer = await world.max.calls('POST', path, { title: 'Trying', context: { channel: 'email' } });
  assert.equal(answer.status, 201, answer.text);
  const at = String(answer.headers['location']);
  const said = await world.max.posts(`${at}/messages`, { text: 'How can I reset my password?' });
  assert.equal(said.decision.outcome, 'answer');
  assert.match(said.reply.text, /Forgot password/);
  assert.doesNotMatch(said.reply.text, /\]\(/, 'as the customer reads it, not as Markdown');
  assert.deepEqual(said.reply.decision.hash, said.decision.hash);
  assert.equal(said.message.decision, null);
  await world.max.posts(`${at}/messages`, { text: 'Let me talk to a person.' });
  const { items } = await world.max.gets(`${at}/messages`);
  assert.deepEqual(items.map((each: any) => [each.kind, each.decision?.outcome ?? null]).slice(0, 3), [
    ['customer', null],
    ['ai', 'answer'],
    ['customer', null],
  ]);
  assert.equal((await world.max.gets(at)).message_count, items.length);
  assert.deepEqual(await counts(), untouched);
  assert.deepEqual((await world.max.posts(path, undefined)).context, {}, 'all of its body may be left out');
  await world.mallory.gets(at, 404);
  await world.mallory.posts(`${at}/messages`, { text: 'x' }, 404);
});

test('after a handover people have the conversation, unless its context sets another owner', async () => {
  const { max } = stage.world;
  const { id } = await max.posts(path, { context: { channel: 'chatdesk' } });
  const blocked = async (text: string) => (await max.posts(`${path}/${id}/messages`, { text })).blocked_by;
  assert.deepEqual(await blocked('Let me talk to a person.'), []);
  assert.deepEqual(await blocked('How can I reset my password?'), ['owner_human']);
  await max.patches(`${path}/${id}`, { context: { channel: 'chatdesk', conversation: { owner: 'ai' } } });
  assert.deepEqual(await blocked('How can I reset my password?'), []);
});

test('an unnamed conversation gets its first words as its title', async () => {
  const { max } = stage.world;
  const { id, title } = await max.posts(path, {});
  await max.posts(`${path}/${id}/messages`, { text: '  Where is\n my order? ' });
  await max.posts(`${path}/${id}/messages`, { text: 'And the other one?' });
  assert.deepEqual([title, (await max.gets(`${path}/${id}`)).title], ['New conversation', 'Where is my order?']);
  const named = await max.posts(path, { title: 'Orders' });
  await max.posts(`${path}/${named.id}/messages`, { text: `${'long '.repeat(100)}` });
  assert.equal((await max.gets(`${path}/${named.id}`)).title, 'Orders');
});

test('a change of the context is a merge patch: null removes a member, at any depth', async () => {
  const { max } = stage.world;
  const customer = { email: 'ann@customer.test', verified: true, attributes: { plan: 'pro', seats: 5 } };
  const context = { channel: 'email', language: 'de', customer, conversation: { owner: 'human', turns: 2 } };
  const { id } = await max.posts(path, { context });
  const patch = {
    language: null,
    customer: { verified: null, attributes: { plan: null } },
    conversation: { owner: null },
  };
  const changed = await max.patches(`${path}/${id}`, { context: patch });
  assert.deepEqual(changed.context, {
    channel: 'email',
    customer: { email: 'ann@customer.test', attributes: { seats: 5 } },
    conversation: { turns: 2 },
  });
  const bare = await max.patches(`${path}/${id}`, { context: { customer: null, conversation: null } });
  assert.deepEqual(bare.context, { channel: 'email' });
  const { errors } = await max.patches(`${path}/${id}`, { context: { customer: { attributes: { plan: {} } } } }, 422);
  assert.equal(errors[0].path, '/context/customer/attributes/plan');
  assert.deepEqual((await max.patches(`${path}/${id}`, { context: null })).context, {});
});

test('context and overlay apply to the next message', async () => {
  const { max } = stage.world;
  const { id } = await max.posts(path, { overlay: { settings: { thresholds: { answer: 1, clarify: 1 } } } });
  const strict = await max.posts(`${path}/${id}/messages`, { text: 'How can I reset my password?' });
  assert.equal(strict.decision.outcome, 'escalate');
  const changed = await max.patches(`${path}/${id}`, { overlay: null, context: { channel: 'ticketdesk' } });
  assert.deepEqual([changed.overlay, changed.context.channel], [null, 'ticketdesk']);
  const { errors } = await max.patches(
    `${path}/${id}`,
    { overlay: { settings: { thresholds: { answer: 0.1, clarify: 0.9 } } } },
    422,
  );
  assert.match(errors[0].path, /^\/overlay\/settings\/thresholds/);
  const other = await max.posts(path, {});
  const usual = await max.posts(`${path}/${other.id}/messages`, { text: 'How can I reset my password?' });
  assert.equal(usual.decision.outcome, 'answer');
});

test('conversations are renamed, archived and deleted, and lists reflect it', async () => {
  const { max } = stage.world;
  const { id } = await max.posts(path, { title: 'One' });
  const patched = await max.patches(`${path}/${id}`, { title: 'Two', archived: true });
  assert.deepEqual([patched.title, patched.archived, patched.version], ['Two', true, 2]);
  const ids = async (query: string) => (await max.gets(`${path}?${query}`)).items.map((each: any) => each.id);
  assert.ok(!(await ids('archived=false')).includes(id));
  assert.deepEqual(await ids('archived=true'), [id]);
  assert.ok((await ids('limit=200')).includes(id));
  const stale = await max.calls('PATCH', `${path}/${id}`, { title: 'x' }, { 'if-match': '"1"' });
  assert.equal(stale.status, 412);
  await max.deletes(`${path}/${id}`);
  await max.gets(`${path}/${id}`, 404);
});

test('a live conversation is opened with its messages, and a decision or a turn becomes a case', async () => {
  const { chatdesk, hooks, world } = stage;
  const event = chatdesk.events.userCreated({ text: 'How can I reset my password?' });
  await chatdesk.deliver(hooks.chatdesk, event);
  const live = await conversationOf(stage, event.conversationId, ({ messages }) =>
    assert.ok(messages?.some((each: any) => each.kind === 'ai' && each.delivery.status === 'sent')),
  );
  const opened = await world.max.posts(path, { from_conversation_id: live.id });
  assert.deepEqual([opened.from_conversation_id, opened.context.channel], [live.id, 'chatdesk']);
  const { items } = await world.max.gets(`${path}/${opened.id}/messages`);
  assert.deepEqual(
    [items[0].kind, items[0].from_history, items[0].text],
    ['customer', true, 'How can I reset my password?'],
  );
  const { reply } = await world.max.posts(`${path}/${opened.id}/messages`, { text: 'How long do refunds take?' });
  await world.max.posts(path, { from_conversation_id: opened.id }, 404);
  await world.mallory.posts(path, { from_conversation_id: live.id }, 404);

  const cases = '/api/knowledge/validation/suite/cases';
  const turn = await world.wim.posts(cases, { from_playground_message_id: reply.id, name: 'Refunds' });
  assert.deepEqual([turn.name, turn.turns[0].customer], ['Refunds', 'How long do refunds take?']);
  assert.equal(turn.expect.outcome, reply.decision.outcome);
  assert.equal(turn.context.history[0].text, 'How can I reset my password?');
  const decided = await world.wim.posts(cases, { from_decision_id: live.last_decision.id });
  assert.deepEqual(decided.turns, [{ customer: 'How can I reset my password?' }]);
  assert.equal(decided.expect.outcome, 'answer');
  assert.deepEqual(decided.expect.sources_any, [live.last_decision.answer.citations[0].document_id]);
  assert.equal(decided.provenance.decision_id, live.last_decision.id);
  await world.mallory.posts(cases, { from_decision_id: live.last_decision.id }, 404);
});

test('an unapproved draft is no reply, in the playground and in a simulation as in a live conversation', async () => {
  const { chatdesk, hooks, world } = stage;
  const { ada, max, wim } = world;
  await ada.patches('/api/organizations/me/settings', { auto_respond_mode: 'draft', max_ai_turns: 1 });
  const [first, second] = ['How can I reset my password?', 'And how do I export my invoices?'];
  const event = chatdesk.events.userCreated({ text: first });
  const drafts = (count: number) =>
    conversationOf(stage, event.conversationId, ({ messages, ai_state }) => {
      assert.equal(messages.filter((each: any) => each.kind === 'customer').length, count);
      assert.equal(ai_state, 'awaiting_approval');
    });
  await chatdesk.deliver(hooks.chatdesk, event);
  await drafts(1);
  await chatdesk.deliver(hooks.chatdesk, chatdesk.events.userReplied(event.conversationId, { text: second }));
  const live = (await drafts(2)).last_decision;
  assert.equal(live.outcome, 'draft');

  const context = { channel: 'chatdesk' };
  const { id } = await max.posts(path, { context });
  const [draft, next] = [
    await max.posts(`${path}/${id}/messages`, { text: first }),
    await max.posts(`${path}/${id}/messages`, { text: second }),
  ];
  assert.deepEqual([draft.decision.outcome, draft.reply.kind], ['draft', 'ai']);
  assert.deepEqual([next.message.text, next.decision.hash], [second, live.hash]);
  const { turns } = await max.posts(
    '/api/knowledge/validation/outcome/simulate',
    { ...context, messages: [first, second] },
    200,
  );
  assert.deepEqual([turns[1].message, turns[1].decision.hash], [second, live.hash]);

  const cases = '/api/knowledge/validation/suite/cases';
  const drafted = await wim.posts(cases, { from_playground_message_id: next.reply.id });
  assert.deepEqual([drafted.turns[0].customer, drafted.context.history], [`${first}\n\n${second}`, undefined]);
  await ada.patches('/api/organizations/me/settings', { auto_respond_mode: 'auto', max_ai_turns: null });
});

test('a conversation is deleted once it has been idle for the time in the settings, and no sooner', async () => {
  const { ada, max } = stage.world;
  const { db } = stage.server.desk;
  await ada.patches('/api/organizations/me/settings', { retention_days: { playground: 5 } });
  const [kept, gone] = [await max.posts(path, {}), await max.posts(path, {})];
  for (const { id } of [kept, gone])
    await max.posts(`${path}/${id}/messages`, { text: 'How can I reset my password?' });
  const ages = (id: string, days: number) =>
    db.owner.query(`update playground_conversation set updated_at = now() - make_interval(days => $2) where id = $1`, [
      id,
      days,
    ]);
  await ages(kept.id, 4);
  await ages(gone.id, 6);
  // The sweep deletes conversations once an hour.
  stage.server.pass(2 * 3_600_000);
  await stage.server.sweep();
  await max.gets(`${path}/${kept.id}`);
  await max.gets(`${path}/${gone.id}`, 404);
  const { rows } = await db.owner.query(`select conversation_id from playground_message where conversation_id = $1`, [
    gone.id,
  ]);
  assert.deepEqual(rows, [], 'with its words');
});

test('an organization whose conversations cannot be deleted keeps no other one waiting', async () => {
  const { ada, max, mallory, birch, cedar } = stage.world;
  const { owner } = stage.server.desk.db;
  await ada.patches('/api/organizations/me/settings', { retention_days: { playground: 5 } });
  await mallory.patches('/api/organizations/me/settings', { retention_days: { playground: 5 } });
  await owner.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`);
  // Whichever of the two comes first.
  for (const stuck of [birch, cedar]) {
    const [ours, theirs] = [await max.posts(path, {}), await mallory.posts(path, {})];
    await owner.query(`update playground_conversation set updated_at = now() - interval '6 days' where id = any($1)`, [
      [ours.id, theirs.id],
    ]);
    await owner.query(
      `create trigger refuse before delete on playground_conversation for each row
        when (old.organization_id = '${stuck.organizationId}') execute function refuse()`,
    );
    stage.server.pass(2 * 3_600_000);
    await stage.server.sweep();
    await owner.query('drop trigger refuse on playground_conversation');
    await max.gets(`${path}/${ours.id}`, stuck === birch ? 200 : 404);
    await mallory.gets(`${path}/${theirs.id}`, stuck === cedar ? 200 : 404);
  }
});

test('the API returns the time of a context in UTC', async () => {
  const { max } = stage.world;
  const { id, context } = await max.posts(path, { context: { as_of: '2026-03-02T10:00:00+02:00' } });
  assert.equal(context.as_of, '2026-03-02T08:00:00.000Z');
  const changed = await max.patches(`${path}/${id}`, { context: { as_of: '2026-07-02T10:00:00-05:00' } });
  assert.equal(changed.context.as_of, '2026-07-02T15:00:00.000Z');
});
