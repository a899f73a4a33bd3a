import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { workErasure } from '../../src/support/erasure/erase.actions.ts';
import { eraseCopies } from '../../src/validation/index.ts';
import { startSigner } from '../providers/mail/dkim.ts';
import { mailArrives } from './mail-stage.ts';
import { placesOf } from './places.ts';
import { conversationOf, eventually, setStage, type Stage } from './stage.ts';
import { withoutJobs } from './erasure-stage.ts';

// A person is erased from every place, and comes back only by what they write afterwards.
let stage: Stage;
let inbox: string;
const signer = startSigner('customer.test');

before(async () => {
  stage = await setStage();
  stage.dns.set(signer.name, signer.record);
  inbox = (await stage.world.ada.gets('/api/channels/email/inbound-config')).forward_to;
});
after(() => stage.close());

const query = async (text: string, values: unknown[] = []) =>
  (await stage.server.desk.db.owner.query(text, values)).rows;
const customer = { name: 'Ottoline Quibble', email: 'ottoline.quibble@customer.test' };
const strings = ['Quibble', 'ottoline', '079-555-0143', 'marmalade', 'Larkspur Lane 9'];
const words =
  'I forgot my password and cannot sign in. How do I reset it? Call 079-555-0143, marmalade, Larkspur Lane 9.';
const lost = 'Which marmalade do your unicorns prefer on Larkspur Lane 9, asks Ottoline Quibble from 079-555-0143?';

const nowhere = async () => {
  for (const each of strings) assert.deepEqual(await placesOf(stage, each), [], each);
};
const done = (id: string) =>
  eventually(async () => {
    const erasure = await stage.world.ada.gets(`/api/erasures/${id}`);
    assert.equal(erasure.status, 'done');
    return erasure;
  });
const erased = async (id: string) => {
  const { body, headers } = await stage.world.ada.calls('DELETE', `/api/customers/${id}`);
  assert.equal(headers['location'], `/api/erasures/${body.id}`);
  return body;
};
const settled = (each: any) => {
  assert.ok(each.last_decision);
  assert.ok(each.messages.every(({ delivery }: any) => delivery.status !== 'pending'));
};

test('every trace goes, in every channel, table and file, and what was sent before brings nobody back', async () => {
  const { ada } = stage.world;
  const { chatdesk, ticketdesk, hooks } = stage;
  const chat = chatdesk.events.userCreated({ text: words, customer });
  await chatdesk.deliver(hooks.chatdesk, chat);
  const live = await conversationOf(stage, chat.conversationId, (each) => {
    settled(each);
    assert.equal(each.messages.at(-1).kind, 'ai');
  });
  const asked = chatdesk.events.userCreated({
    text: lost,
    customer: { ...customer, id: live.customer.external_id ?? randomUUID() },
  });
  await chatdesk.deliver(hooks.chatdesk, asked);
  await conversationOf(stage, asked.conversationId, settled);
  const ticket = ticketdesk.events.ticketOpened({
    subject: `marmalade ${customer.name}`,
    text: words,
    customer: { ...customer, verified: true },
  });
  await ticketdesk.deliver(hooks.ticketdesk, ticket);
  await conversationOf(stage, ticket.ticketId, settled);
  const mail = {
    from: `${customer.name} <${customer.email}>`,
    to: inbox,
    subject: 'marmalade',
    text: words,
    messageId: `<${randomUUID()}@customer.test>`,
    attachments: [{ fileName: 'Quibble.txt', contentType: 'text/plain', content: Buffer.from('marmalade') }],
    raw: signer.sign,
  };
  await mailArrives(stage, mail);
  const mailed = await eventually(async () => {
    const { items } = await ada.gets('/api/conversations?channel=email');
    assert.equal(items.length, 1);
    return ada.gets(`/api/conversations/${items[0].id}`);
  });
  await mailArrives(stage, {
    ...mail,
    messageId: `<${randomUUID()}@customer.test>`,
    headers: { 'Auto-Submitted': 'auto-replied' },
  });
  await ada.posts(`/api/conversations/${mailed.id}/messages`, { kind: 'note', text: `Quibble likes marmalade` });
  const upload =
    '--cut\r\nContent-Disposition: form-data; name="file"; filename="Quibble-2.txt"\r\n' +
    'Content-Type: text/plain\r\n\r\nmarmalade\r\n--cut--\r\n';
  await ada.calls('POST', `/api/conversations/${mailed.id}/attachments`, upload, {
    'content-type': 'multipart/form-data; boundary=cut',
  });
  await ada.posts(`/api/conversations/${live.id}/messages`, { kind: 'reply', text: 'Gladly, Ottoline Quibble.' });
  await ada.posts(`/api/conversations/${live.id}/handover`, { to: 'human', note: 'Quibble, marmalade' }, 200);
  await ada.posts(
    `/api/conversations/${live.id}/messages/${live.messages.at(-1).id}/feedback`,
    { rating: 'bad', comment: 'Quibble' },
    201,
  );
  const lab = '/api/knowledge/validation';
  await ada.posts(`${lab}/playground/conversations`, { from_conversation_id: live.id });
  const drafted = await ada.posts(`${lab}/suite/cases`, { from_decision_id: live.last_decision.id });
  const kept = await ada.posts(`${lab}/suite/cases`, { turns: [{ customer: 'How do refunds work?' }], expect: {} });
  await ada.posts(`${lab}/suite/run`, {}, 202);
  await seeds(live.id);
  const { items } = await ada.gets('/api/customers?q=quibble');
  assert.equal(items.length, 1, 'one person over three channels, by the verified address');
  const [person] = items;
  assert.deepEqual([...new Set(person.identities.map(({ channel }: any) => channel))].toSorted(byText), [
    'chatdesk',
    'email',
    'ticketdesk',
  ]);
  await ada.patches(`/api/customers/${person.id}`, { attributes: { street: 'Larkspur Lane 9' } });
  const places = new Set<string>();
  for (const each of strings) for (const place of await placesOf(stage, each)) places.add(place);
  for (const place of [
    'message.text',
    'inbound_event.raw',
    'decision.record',
    'handover.note',
    'outbox.content',
    'customer.attributes',
    'email_message.subject',
    'unanswered_question.question',
    'learned_question.text',
    'playground_message.text',
    'suite.cases',
    'suite_version.cases',
    'suite_result.rehearsed',
    'connector_call.arguments',
    'email_suppression.address',
    'unroutable_mail.envelope_from',
    'message_feedback.comment',
    'attachment.name',
    'conversation.subject',
  ])
    assert.ok(places.has(place), `the search finds something in ${place}`);
  const said = chatdesk.repliesTo(chat.conversationId).length;
  const archive = `/api/organizations/me/exports/${(await ada.posts('/api/organizations/me/export', {}, 202)).id}`;
  await eventually(async () => assert.equal((await ada.gets(archive)).status, 'ready'));
  const { id } = await erased(person.id);
  await ada.gets(`/api/customers/${person.id}`, 404);
  const { counts } = await done(id);
  await nowhere();
  assert.equal(
    (await ada.calls('GET', `${archive}/archive`)).status,
    404,
    'an archive with their words is not handed out',
  );
  for (const [thing, count] of Object.entries(counts)) assert.ok(Number(count) > 0, `it counts ${thing}`);
  await ada.gets(`/api/conversations/${live.id}`, 404);
  assert.equal((await ada.gets('/api/customers?q=quibble')).items.length, 0);
  const cases = (await ada.gets(`${lab}/suite`)).cases.map((each: any) => each.id);
  assert.deepEqual([cases.includes(drafted.id), cases.includes(kept.id)], [false, true]);
  assert.equal(chatdesk.repliesTo(chat.conversationId).length, said, 'and nothing was said about it');

  await chatdesk.deliver(hooks.chatdesk, chat);
  await chatdesk.deliver(hooks.chatdesk, chatdesk.events.again(chat, 'conversation.user.created'));
  await chatdesk.deliver(hooks.chatdesk, chatdesk.events.again(asked, 'conversation.user.replied'));
  await ticketdesk.deliver(hooks.ticketdesk, ticketdesk.events.again(ticket));
  await query('delete from inbound_effect');
  await chatdesk.deliver(hooks.chatdesk, chatdesk.events.again(chat, 'conversation.user.created'));
  await allRead();
  await nowhere();
  assert.deepEqual((await ada.gets('/api/conversations')).items, [], 'an old event brings nobody back');
});

test('what the person writes afterwards is answered, as from a new person', async () => {
  const { chatdesk, hooks, world } = stage;
  const first = chatdesk.events.userCreated({
    text: 'how do I export my invoices?',
    customer: { name: 'Piet', email: 'piet@customer.test' },
  });
  await chatdesk.deliver(hooks.chatdesk, first);
  const before = await conversationOf(stage, first.conversationId, settled);
  await done((await erased(before.customer.id)).id);
  // The vendor tells whole seconds.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await chatdesk.deliver(
    hooks.chatdesk,
    chatdesk.events.userReplied(first.conversationId, { text: 'how do I reset my password?' }),
  );
  const afterwards = await conversationOf(stage, first.conversationId, (each) => {
    settled(each);
    assert.equal(each.messages.at(-1).kind, 'ai');
  });
  assert.notEqual(afterwards.customer.id, before.customer.id);
  assert.deepEqual(
    afterwards.messages.map(({ kind }: any) => kind),
    ['customer', 'ai'],
  );
  await world.ada.gets(`/api/customers/${afterwards.customer.id}`);
});

test('an erasure that is interrupted anywhere ends with the same result', async () => {
  const { chatdesk, hooks, world } = stage;
  const event = chatdesk.events.userCreated({
    text: words,
    customer: { ...customer, email: 'marmalade@customer.test' },
  });
  await chatdesk.deliver(hooks.chatdesk, event);
  const { customer: who } = await conversationOf(stage, event.conversationId, settled);
  const { desk } = stage.server;
  const of = { organizationId: world.birch.organizationId, erasureId: '' };
  // Every transaction may be the last one of a process.
  for (let most = 1, ended = false; !ended; most += 1) {
    if (most === 1) of.erasureId = await withoutJobs(stage, () => erased(who.id).then(({ id }) => id));
    ended = await workErasure(breaksAfter(desk, most), of, eraseCopies).then(
      (left) => left === 'done',
      () => false,
    );
    assert.ok(most < 100);
  }
  const { counts } = await done(of.erasureId);
  assert.deepEqual([counts.identities, counts.conversations, counts.messages], [1, 1, 2]);
  await nowhere();
});

test('an erasure is no resolution: reports keep their counts, also of open conversations and of spam', async () => {
  const { chatdesk, hooks, world } = stage;
  const asks = async (name: string) => {
    const asking = { name, email: `${name}@customer.test` };
    const event = chatdesk.events.userCreated({ text: 'how do I export my invoices?', customer: asking });
    await chatdesk.deliver(hooks.chatdesk, event);
    return conversationOf(stage, event.conversationId, settled);
  };
  const [open, spam] = [await asks('rosa'), await asks('vera')];
  await world.max.patches(`/api/conversations/${spam.id}`, { status: 'spam' });
  const counted = async () => {
    const { totals, resolutions, times } = await world.max.gets('/api/reports/overview');
    return { totals, resolutions, times };
  };
  const listed = async (): Promise<{ id: string; conversation_id: string | null }[]> =>
    (await world.max.gets('/api/reports/conversations?measure=received&limit=200')).items;
  const before = await counted();
  const behind = await listed();
  assert.equal(behind[0]?.conversation_id, spam.id);
  for (const each of [open, spam]) await done((await erased(each.customer.id)).id);
  assert.deepEqual(await counted(), before);
  const left = await listed();
  assert.deepEqual(
    left.map(({ id }) => id),
    behind.map(({ id }) => id),
    'the list fits the number',
  );
  assert.equal(left[0]?.conversation_id, null, 'and leads to nothing that is gone');
});

test('only organization admins erase, and each erasure is in the audit log without a name', async () => {
  const { chatdesk, hooks, world } = stage;
  const event = chatdesk.events.userCreated({ text: words, customer });
  await chatdesk.deliver(hooks.chatdesk, event);
  const { customer: who } = await conversationOf(stage, event.conversationId, settled);
  await world.max.calls('DELETE', `/api/customers/${who.id}`).then(({ status }: any) => assert.equal(status, 403));
  const { id } = await erased(who.id);
  await done(id);
  const { items } = await world.ada.gets('/api/audit-events?action=customer.erased');
  assert.equal(items[0].subject.id, who.id);
  assert.equal(JSON.stringify(items).includes('Quibble'), false);
});

/** What no front door of this test reaches. */
async function seeds(conversationId: string): Promise<void> {
  const { organizationId } = stage.world.birch;
  const [document] = await query('select id from document limit 1');
  await query(
    `insert into learned_question
       (organization_id, id, document_id, text, normalised, state, origin, conversation_id, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, 'marmalade?', 'marmalade', 'accepted', 'conversation', $3, now(), now())`,
    [organizationId, document?.['id'], conversationId],
  );
  const connector = await stage.world.ada.posts('/api/connectors', {
    name: 'Shop',
    base_url: 'http://127.0.0.1:9',
    auth: { kind: 'none' },
  });
  await query(
    `insert into connector_call (organization_id, id, connector_id, purpose, method, path, arguments, at)
     values ($1, gen_random_uuid(), $2, 'lookup', 'GET', '/orders', $3, now())`,
    [organizationId, connector.id, { email: customer.email }],
  );
  await query(
    `insert into email_suppression (organization_id, id, address, reason, message_id, created_at)
     values ($1, gen_random_uuid(), $2, 'bounced', 'x', now())`,
    [organizationId, customer.email],
  );
  await query(
    `insert into verified_email_domain (domain, organization_id, verified_at) values ('birch.test', $1, now())`,
    [organizationId],
  );
  await query(
    `insert into unroutable_mail (id, event_id, reason, media_type, raw, envelope_to, envelope_from)
     values (gen_random_uuid(), 'early', 'unknown_recipient', 'message/rfc822', 'marmalade', 'help@birch.test', $1)`,
    [customer.email],
  );
}

const allRead = () =>
  eventually(async () => assert.deepEqual(await query(`select id from inbound_event where state = 'queued'`), []));

/** A desk whose database fails for ever after so many transactions. */
function breaksAfter(desk: Stage['server']['desk'], most: number): Stage['server']['desk'] {
  let begun = 0;
  const execute = (work: never) => {
    if (++begun > most) throw new Error('killed');
    return desk.db.kysely.transaction().execute(work);
  };
  return { ...desk, db: { ...desk.db, kysely: { transaction: () => ({ execute }) } as never } };
}

const byText = (one: unknown, other: unknown) => String(one).localeCompare(String(other));
