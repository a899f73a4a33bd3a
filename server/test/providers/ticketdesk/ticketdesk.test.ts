import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { startTicketdesk, ticketAttachment, type Ticketdesk } from './ticketdesk.ts';
import type { Ticket } from './state.ts';

/** The fields of all answers that these tests read. */
type Answered = {
  error: string;
  access_token: string;
  refresh_token: string;
  signing_secret: { secret: string };
  details: { status: { description: string }[] };
  audit: { events: { id: number; type: string }[]; metadata: { custom: object } };
  comments: { body: string; public: boolean; attachments: { file_name: string }[] }[];
  meta: { has_more: boolean; after_cursor: string };
};

let desk: Ticketdesk;
before(async () => {
  desk = await startTicketdesk();
});
beforeEach(() => desk.reset());
after(() => desk.close());

async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Answered }> {
  const headers = { authorization: `Bearer ${desk.accessToken}`, 'content-type': 'application/json' };
  const answer = await fetch(desk.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  return { status: answer.status, body: (await answer.json()) as Answered };
}

function opened(): Ticket {
  return desk.ticket(desk.events.ticketOpened({ subject: 'Late parcel', text: 'Where is it?' }).ticketId);
}

async function token(body: Record<string, string>): Promise<{ status: number; body: Answered }> {
  return await call('POST', '/oauth/tokens', { client_id: desk.clientId, client_secret: desk.clientSecret, ...body });
}

test('a code is valid once, and refreshing rotates the refresh token', async () => {
  const code = desk.issueCode();
  const first = await token({ grant_type: 'authorization_code', code });
  assert.equal(first.status, 200);
  assert.equal((await token({ grant_type: 'authorization_code', code })).body.error, 'invalid_grant');
  const refreshed = await token({ grant_type: 'refresh_token', refresh_token: first.body.refresh_token });
  assert.notEqual(refreshed.body.access_token, first.body.access_token);
  assert.equal((await token({ grant_type: 'refresh_token', refresh_token: first.body.refresh_token })).status, 400);
});

test('one update carries comment, status and tags, and names the comment in its audit', async () => {
  const ticket = opened();
  ticket.tags = ['vip', 'web'];
  const change = {
    comment: { html_body: '<p>Tomorrow.</p>', public: true },
    status: 'pending',
    tags: ['answered'],
    metadata: { our_msg: 'm1' },
  };
  const { status, body } = await call('PUT', `/api/v2/tickets/${ticket.id}`, { ticket: change });
  const event = body.audit.events.find((one) => one.type === 'Comment');
  assert.deepEqual([status, ticket.status, ticket.tags], [200, 'pending', ['answered']]);
  assert.deepEqual([event?.id, body.audit.metadata.custom], [desk.repliesTo(ticket.id)[0]?.id, { our_msg: 'm1' }]);
});

test('tags are added, replaced and removed by verb', async () => {
  const ticket = opened();
  ticket.tags = ['vip'];
  await call('PUT', `/api/v2/tickets/${ticket.id}/tags`, { tags: ['late'] });
  assert.deepEqual(ticket.tags, ['vip', 'late']);
  await call('DELETE', `/api/v2/tickets/${ticket.id}/tags`, { tags: ['vip'] });
  assert.deepEqual(ticket.tags, ['late']);
  await call('POST', `/api/v2/tickets/${ticket.id}/tags`, { tags: ['new'] });
  assert.deepEqual(ticket.tags, ['new']);
});

test('a closed ticket refuses every update', async () => {
  const ticket = opened();
  ticket.status = 'closed';
  const { status, body } = await call('PUT', `/api/v2/tickets/${ticket.id}`, { ticket: { comment: { body: 'x' } } });
  assert.deepEqual(
    [status, body.error, body.details.status[0]?.description],
    [422, 'RecordInvalid', 'Status: closed prevents ticket update'],
  );
  assert.deepEqual(desk.repliesTo(ticket.id), []);
});

test('a safe update over a foreign change is a conflict', async () => {
  const ticket = opened();
  const stale = ticket.updatedAt;
  desk.events.customerCommented(ticket.id, { text: 'Hello?' });
  const { status, body } = await call('PUT', `/api/v2/tickets/${ticket.id}`, {
    ticket: { status: 'open', safe_update: true, updated_stamp: stale },
  });
  assert.deepEqual([status, body.error], [409, 'UpdateConflict']);
});

test('comments are listed newest first, in pages, with their attachments', async () => {
  const file = ticketAttachment('label.png', 'image/png', 2048);
  const ticket = opened();
  desk.events.customerCommented(ticket.id, { text: 'second', attachments: [file] });
  desk.events.agentCommented(ticket.id, { text: 'third', public: false });
  const first = await call('GET', `/api/v2/tickets/${ticket.id}/comments?page[size]=2&sort=-created_at`);
  assert.deepEqual(
    first.body.comments.map((one) => [one.body, one.public]),
    [
      ['third', false],
      ['second', true],
    ],
  );
  assert.equal(first.body.comments[1]?.attachments[0]?.file_name, 'label.png');
  const rest = await call(
    'GET',
    `/api/v2/tickets/${ticket.id}/comments?page[size]=2&sort=-created_at&page[after]=${first.body.meta.after_cursor}`,
  );
  assert.deepEqual([rest.body.comments[0]?.body, rest.body.meta.has_more], ['Where is it?', false]);
});

test('the signing secret is read by webhook id; an unknown id and a wrong token are refused', async () => {
  const { body } = await call('GET', `/api/v2/webhooks/${desk.account.webhookId}/signing_secret`);
  assert.equal(body.signing_secret.secret, desk.account.signingSecret);
  assert.equal((await call('GET', '/api/v2/webhooks/01NONE/signing_secret')).status, 404);
  const refused = await fetch(`${desk.url}/api/v2/users/me`, { headers: { authorization: 'Bearer wrong' } });
  assert.deepEqual([refused.status, await refused.json()], [401, { error: "Couldn't authenticate you" }]);
});

test('webhooks are signed over timestamp then body, with the secret as text', () => {
  const event = desk.events.ticketOpened({ subject: 's', text: 't' });
  const stamped = event.headers['x-zendesk-webhook-signature-timestamp'] ?? '';
  const expected = createHmac('sha256', desk.account.signingSecret)
    .update(stamped + event.raw.toString())
    .digest('base64');
  assert.equal(event.headers['x-zendesk-webhook-signature'], expected);
  assert.equal(event.headers['x-zendesk-account-id'], String(desk.accountId));
});

test('the trigger form contains only ids; the event form contains the comment', () => {
  const trigger = desk.events.ticketOpened({ subject: 's', text: 'secret words' });
  assert.deepEqual(Object.keys(trigger.body as object), [
    'schema',
    'event',
    'ticket_id',
    'actor_id',
    'actor_role',
    'updated_at',
  ]);
  assert.doesNotMatch(trigger.raw.toString(), /secret words/);
  const event = desk.events.customerCommented(trigger.ticketId, { text: 'more words', form: 'event' });
  const body = event.body as { type: string; time: string; event: { comment: { body: string } } };
  assert.deepEqual([body.type, body.event.comment.body], ['zen:event-type:ticket.comment_added', 'more words']);
  assert.match(body.time, /\.\d{9}Z$/);
});

test('only refusals that the vendor retries are retried', async () => {
  let answers: { status: number; headers: Record<string, string> }[] = [];
  const receiver = createServer((request, response) => {
    request.resume();
    const next = answers.shift() ?? { status: 202, headers: {} };
    response.writeHead(next.status, next.headers).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const event = desk.events.ticketOpened({ subject: 's', text: 't' });
  answers = [{ status: 503, headers: { 'retry-after': '30' } }];
  const retried = await desk.deliver(url, event, { pauseMilliseconds: () => 1 });
  answers = [{ status: 500, headers: {} }];
  const lost = await desk.deliver(url, event, { pauseMilliseconds: () => 1 });
  receiver.close();
  assert.deepEqual(
    [retried.attempts.length, retried.acknowledged, lost.attempts.length, lost.acknowledged],
    [2, true, 1, false],
  );
});
