import { randomUUID } from 'node:crypto';
import assert from 'node:assert/strict';
import { postmarkEvent } from '../providers/mail/inbound.ts';
import type { TestServer } from '../server.ts';
import { eventually } from '../story/stage.ts';
import { joins, type Caller } from '../world.ts';

export const postmarkLogin = 'postmark:pass';

/** Creates one of everything in the organization of `admin`. The names contain `mark`, so that leaks are found. */
export async function oneOfEach(server: TestServer, admin: Caller, mark: string) {
  const collection = await admin.posts('/api/knowledge/collections', { name: `${mark} collection` });
  const document = await admin.posts(
    '/api/knowledge/documents/text',
    {
      collection_id: collection.id,
      title: `${mark} refunds`,
      text: `Refunds take five days. Ask for a refund in the settings. ${mark}`,
    },
    202,
  );
  await eventually(async () => {
    assert.ok((await admin.gets(`/api/knowledge/documents/${document.id}`)).retrievable);
  });
  const [chunk] = (await admin.gets(`/api/knowledge/documents/${document.id}/chunks`)).items;
  // So short a text causes a finding.
  const finding = await eventually(async () => {
    const { items } = await admin.gets(`/api/knowledge/findings?document_id=${document.id}`);
    assert.ok(items[0], 'the document has been examined');
    return items[0];
  });
  const question = await admin.posts(`/api/knowledge/documents/${document.id}/questions`, {
    text: `When does ${mark} pay back?`,
  });
  const destination = await admin.posts('/api/routing/destinations', { name: `${mark} destination`, kind: 'queue' });
  const tag = await admin.posts('/api/routing/tags', { name: `${mark} tag` });
  const rule = await admin.posts('/api/routing/rules', {
    name: `${mark} rule`,
    when: { any: [{ field: 'message.text', op: 'contains', value: mark }] },
    then: { priority: 'low' },
  });
  const domain = await admin.posts('/api/channels/email/domains', { domain: `${mark.toLowerCase()}.test` });
  const workspace = await admin.posts('/api/workspaces', { name: `${mark} workspace` });
  const colleague = await joins(server, `${mark}Colleague`, { of: admin, role: 'member' });
  const { items: members } = await admin.gets('/api/members');
  const member = members.find((each: { user: { id: string } }) => each.user.id === colleague.userId);
  const invitation = await admin.posts('/api/invitations', { email: `${mark}@example.org`, role: 'member' });
  const key = await admin.posts('/api/api-keys', { name: `${mark} key`, role: 'member' });
  await admin.patches('/api/organizations/me/settings', {
    auto_respond_enabled: true,
    auto_respond_mode: 'draft',
    // Accept any passage as an answer.
    thresholds: { answer: 0, clarify: 0 },
  });
  const folder = await aFolder(server, admin, mark, collection.id);
  const systems = await aConnector(server, admin, mark);
  const webhook = await admin.posts('/api/webhook-endpoints', {
    url: `https://hooks.example.test/${mark}`,
    events: ['settings.updated'],
  });
  const webhookDelivery = await admin.posts(`/api/webhook-endpoints/${webhook.id}/test`, undefined, 202);
  const people = { workspace, member, invitation, key, webhook, webhookDelivery };
  const knowledge = { collection, document, chunk, finding, question, folder };
  const deadLetter = await aDeadLetter(server, admin, mark);
  const lab = await aLaboratory(admin, mark);
  const unroutable = await anUnroutableMail(server, admin, mark);
  const talk = await aConversation(server, admin, mark);
  const files = await itsFiles(server, admin, mark, talk.conversation.id);
  const archive = await anArchive(admin);
  const [change] = (await admin.gets('/api/audit-events?limit=1')).items;
  const erasure = await anErasure(server, admin);
  const rest = { destination, tag, rule, domain, deadLetter, unroutable, archive, change, erasure };
  return { ...people, ...knowledge, ...systems, ...lab, ...rest, ...talk, ...files };
}

async function anArchive(admin: Caller): Promise<{ id: string }> {
  const { id } = await admin.posts('/api/organizations/me/export', undefined, 202);
  return eventually(async () => {
    const archive = await admin.gets(`/api/organizations/me/exports/${id}`);
    assert.equal(archive.status, 'ready');
    return archive;
  });
}

/** Creates a turn in the playground, a case and a run of it. */
async function aLaboratory(admin: Caller, mark: string) {
  const base = '/api/knowledge/validation';
  const playground = await admin.posts(`${base}/playground/conversations`, { title: `${mark} playground` });
  const said = await admin.posts(`${base}/playground/conversations/${playground.id}/messages`, {
    text: `Hello ${mark}`,
  });
  const turns = [{ customer: `How long do refunds take? ${mark}` }];
  const suiteCase = await admin.posts(`${base}/suite/cases`, {
    id: `${mark}-case`,
    turns,
    expect: { outcome: 'answer' },
  });
  const run = await admin.posts(`${base}/suite/run`, {}, 202);
  await eventually(async () => {
    assert.equal((await admin.gets(`${base}/runs/${run.id}`)).status, 'completed');
  });
  return { playground, rehearsed: said.message, suiteCase, run };
}

/** Inserts a watched folder, as if a drive were connected. */
async function aFolder(server: TestServer, { organizationId }: Caller, mark: string, collectionId: string) {
  const id = `${mark}Folder`;
  await server.desk.db.owner.query(
    `insert into drive_folder (organization_id, folder_id, name, collection_id, recursive, added_at)
     values ($1, $2, $3, $4, false, now())`,
    [organizationId, id, `${mark} folder`, collectionId],
  );
  return { id };
}

/** A connector to an address where nothing listens, with a snapshot of the service as if it had replied once. */
async function aConnector(server: TestServer, admin: Caller, mark: string) {
  const connector = await admin.posts('/api/connectors', {
    name: `${mark} shop`,
    base_url: 'http://127.0.0.1:9',
    auth: { kind: 'bearer' },
    credentials: { token: `${mark} token` },
  });
  const wish = { name: `${mark} order`, method: 'GET', path: '/order', effect: 'read' };
  const template = await admin.posts(`/api/connectors/${connector.id}/templates`, wish);
  await server.desk.db.owner.query(
    `insert into connector_snapshot (organization_id, connector_id, number, hash, source, operations, servers, drift, taken_at)
     values ($1, $2, 1, 'x', 'responses', '[]', '[]', '{"severity":null,"changes":[]}', now())`,
    [admin.organizationId, connector.id],
  );
  // Nothing listens there: the call fails, and is logged.
  await admin.posts(`/api/connectors/${connector.id}/templates/${template.id}/test`, { mode: 'live' }, 200);
  const [call] = (await admin.gets(`/api/connectors/${connector.id}/calls`)).items;
  return { connector, template, call };
}

export type Resources = Awaited<ReturnType<typeof oneOfEach>>;

/** A mail that arrived before its domain was proven. */
export async function anUnroutableMail(server: TestServer, admin: Caller, mark: string): Promise<{ id: string }> {
  const address = `help@${mark.toLowerCase().replaceAll(' ', '-')}.early.test`;
  await server.desk.db.owner.query(
    `insert into verified_email_domain (domain, organization_id, verified_at) values ($1, $2, now()) on conflict do nothing`,
    [address.split('@')[1], admin.organizationId],
  );
  const id = randomUUID();
  await server.desk.db.owner.query(
    `insert into unroutable_mail (id, event_id, reason, media_type, raw, envelope_to)
     values ($1::uuid, 'mid:' || $1::text, 'unknown_recipient', 'message/rfc822', convert_to('Subject: early' || chr(10), 'UTF8'), $2)`,
    [id, address],
  );
  return { id };
}

/** An event that was dead-lettered. */
export async function aDeadLetter(server: TestServer, admin: Caller, mark: string): Promise<{ id: string }> {
  await server.desk.db.owner.query(
    `insert into inbound_event (organization_id, channel, provider_event_id, lane_key, raw, raw_sha256, headers, facts, state, last_error)
     values ($1, 'ticketdesk', $2, $2, '', '', '{}', '{}', 'parked', 'http_403')`,
    [admin.organizationId, `${mark}-dead`],
  );
  const { items } = await admin.gets('/api/dead-letters');
  return items[0];
}

/** A conversation by mail, with a draft that waits for approval. */
async function aConversation(server: TestServer, admin: Caller, mark: string) {
  const { forward_to } = await admin.gets('/api/channels/email/inbound-config');
  const event = postmarkEvent(
    {
      from: `${mark} customer <${mark.toLowerCase()}@example.com>`,
      to: forward_to,
      subject: `${mark} question`,
      text: 'How long do refunds take?',
      messageId: `<${mark}@example.com>`,
    },
    { from: `${mark.toLowerCase()}@example.com`, to: forward_to },
    postmarkLogin,
  );
  const answer = await server.app.inject({
    method: 'POST',
    url: '/webhooks/email/inbound',
    headers: event.headers,
    payload: event.raw,
  });
  assert.equal(answer.statusCode, 202, answer.body);
  return eventually(async () => {
    const { items } = await admin.gets('/api/conversations');
    const conversation = await admin.gets(`/api/conversations/${items[0]?.id}`);
    const draft = conversation.messages.find((message: { kind: string }) => message.kind === 'draft');
    assert.ok(draft, 'a draft waits for approval');
    const asked = conversation.messages.find((message: { kind: string }) => message.kind === 'customer');
    const { customer } = conversation;
    return { conversation, asked, draft, decision: conversation.last_decision, customer };
  });
}

/** An erasure that is over. */
async function anErasure(server: TestServer, admin: Caller): Promise<{ id: string }> {
  const id = randomUUID();
  await server.desk.db.owner.query(
    `insert into erasure (organization_id, id, customer_id, status, requested_at, finished_at)
     values ($1, $2, gen_random_uuid(), 'done', now(), now())`,
    [admin.organizationId, id],
  );
  return { id };
}

/** A file that waits to be sent, a file attached to a note, and an address whose mail bounced. */
async function itsFiles(server: TestServer, admin: Caller, mark: string, conversationId: string) {
  const uploaded = async (): Promise<{ id: string }> => {
    const payload =
      `--cut\r\nContent-Disposition: form-data; name="file"; filename="${mark}.txt"\r\nContent-Type: ` +
      `text/plain\r\n\r\n${mark}\r\n--cut--\r\n`;
    const type = { 'content-type': 'multipart/form-data; boundary=cut' };
    const answer = await admin.calls('POST', `/api/conversations/${conversationId}/attachments`, payload, type);
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const sentFile = await uploaded();
  const carried = { kind: 'note', text: `See ${mark}`, attachment_ids: [sentFile.id] };
  const carrier = await admin.posts(`/api/conversations/${conversationId}/messages`, carried);
  await server.desk.db.owner.query(
    `insert into email_suppression values ($1, gen_random_uuid(), $2, 'The mailbox is closed.', '5.2.1', 'x', now())`,
    [admin.organizationId, `${mark.toLowerCase()}.gone@example.com`],
  );
  const { items } = await admin.gets('/api/channels/email/suppressions');
  return { sentFile, carrier, attachment: await uploaded(), suppression: items[0] };
}
