import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { startChatdesk, type Chatdesk } from './chatdesk.ts';

let chatdesk: Chatdesk;
before(async () => {
  chatdesk = await startChatdesk();
});
beforeEach(() => chatdesk.reset());
after(() => chatdesk.close());

async function call(path: string, body?: Record<string, unknown>, method = body ? 'POST' : 'GET'): Promise<Response> {
  return await fetch(chatdesk.url + path, {
    method,
    headers: {
      authorization: `Bearer ${chatdesk.accessToken}`,
      'content-type': 'application/json',
      'intercom-version': '2.14',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}
const comment = (body: string) => ({ message_type: 'comment', type: 'admin', admin_id: chatdesk.admin.id, body });

test('a code is exchanged once, by form, for a token that /me accepts', async () => {
  const form = {
    code: chatdesk.issueCode(),
    client_id: chatdesk.workspace.clientId,
    client_secret: chatdesk.workspace.clientSecret,
  };
  const first = await fetch(chatdesk.tokenUrl, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: token } = (await first.json()) as { access_token: string };
  const me = await fetch(`${chatdesk.url}/me`, { headers: { authorization: `Bearer ${token}` } });
  const { app } = (await me.json()) as { app: { id_code: string } };
  assert.equal(app.id_code, chatdesk.workspace.appId);
  const second = await fetch(chatdesk.tokenUrl, { method: 'POST', body: new URLSearchParams(form) });
  assert.equal(second.status, 401);
});

test('a wrong token is refused with an error list', async () => {
  const refused = await fetch(`${chatdesk.url}/me`, { headers: { authorization: 'Bearer wrong' } });
  assert.equal(refused.status, 401);
  const { type, errors } = (await refused.json()) as { type: string; errors: { code: string }[] };
  assert.deepEqual([type, errors[0]?.code], ['error.list', 'unauthorized']);
});

test('a reply becomes the last part of the conversation that is answered', async () => {
  const { conversationId } = chatdesk.events.userCreated({ text: 'where is my parcel' });
  const answer = await call(`/conversations/${conversationId}/reply`, comment('<p>On its way.</p>'));
  const conversation = (await answer.json()) as {
    conversation_parts: { conversation_parts: { id: string; body: string }[] };
  };
  assert.equal(answer.status, 200);
  assert.equal(conversation.conversation_parts.conversation_parts.at(-1)?.body, '<p>On its way.</p>');
  assert.equal(
    chatdesk.repliesTo(conversationId)[0]?.id,
    conversation.conversation_parts.conversation_parts.at(-1)?.id,
  );
});

test('an unknown conversation, an unknown author and an empty body are refused, and nothing is stored', async () => {
  const { conversationId } = chatdesk.events.userCreated({ text: 'hello' });
  assert.equal((await call('/conversations/1/reply', comment('x'))).status, 404);
  assert.equal((await call(`/conversations/${conversationId}/reply`, { ...comment('x'), admin_id: '1' })).status, 400);
  assert.equal((await call(`/conversations/${conversationId}/reply`, comment(''))).status, 400);
  assert.deepEqual(chatdesk.repliesTo(conversationId), []);
});

test('assigning, closing and tagging change the conversation', async () => {
  const { conversationId } = chatdesk.events.userCreated({ text: 'hello' });
  const admin_id = chatdesk.admin.id;
  await call(`/conversations/${conversationId}/parts`, {
    message_type: 'assignment',
    type: 'team',
    admin_id,
    assignee_id: '5200001',
  });
  const tag = (await (await call('/tags', { name: 'billing' })).json()) as { id: string };
  await call(`/conversations/${conversationId}/tags`, { id: tag.id, admin_id });
  await call(`/conversations/${conversationId}/parts`, { message_type: 'close', type: 'admin', admin_id });
  const state = chatdesk.conversation(conversationId);
  assert.deepEqual([state.teamAssigneeId, state.tags[0]?.name, state.state], [5_200_001, 'billing', 'closed']);
  assert.equal((await call(`/conversations/${conversationId}/tags/${tag.id}`, { admin_id }, 'DELETE')).status, 200);
  assert.deepEqual(state.tags, []);
});

test('a call with a dropped answer has acted; a call with a reset has not', async () => {
  const { conversationId } = chatdesk.events.userCreated({ text: 'hello' });
  const on = 'POST /conversations/:id/reply';
  chatdesk.failNext({ kind: 'drop-answer' }, { on });
  await assert.rejects(call(`/conversations/${conversationId}/reply`, comment('said')));
  assert.equal(chatdesk.repliesTo(conversationId).length, 1);
  chatdesk.failNext({ kind: 'reset' }, { on });
  await assert.rejects(call(`/conversations/${conversationId}/reply`, comment('not said')));
  assert.equal(chatdesk.repliesTo(conversationId).length, 1);
  assert.deepEqual(
    chatdesk.calls.all.map((one) => one.acted),
    [true, false],
  );
});

test('a planned refusal carries its headers and is used up', async () => {
  chatdesk.failNext({ kind: 'answer', status: 429, headers: { 'retry-after': '2' } }, { on: 'GET /me' });
  const refused = await call('/me');
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '2']);
  assert.equal((await call('/me')).status, 200);
});

test('events are signed over their exact bytes and contain only the new part', () => {
  const created = chatdesk.events.userCreated({ text: 'hi & bye' });
  const replied = chatdesk.events.userReplied(created.conversationId, { text: 'still there?', partType: 'open' });
  const hmac = createHmac('sha1', chatdesk.workspace.clientSecret).update(replied.raw).digest('hex');
  assert.equal(replied.headers['x-hub-signature'], `sha1=${hmac}`);
  const item = (event: typeof created) =>
    (
      event.body as {
        data: {
          item: { source: { body: string }; conversation_parts: { conversation_parts: { part_type: string }[] } };
        };
      }
    ).data.item;
  assert.equal(item(created).source.body, '<p>hi &amp; bye</p>');
  assert.deepEqual(item(created).conversation_parts.conversation_parts, []);
  assert.deepEqual(
    item(replied).conversation_parts.conversation_parts.map((part) => part.part_type),
    ['open'],
  );
  assert.equal(chatdesk.events.ping().id, null);
});

test('an echo of our own message names our seat and our app', async () => {
  const { conversationId } = chatdesk.events.userCreated({ text: 'hello' });
  await call(`/conversations/${conversationId}/reply`, comment('hi'));
  const echo = chatdesk.events.ownEcho(conversationId);
  assert.match(echo.raw.toString(), new RegExp(`"id":"${chatdesk.admin.id}"`));
  assert.match(echo.raw.toString(), /"app_package_code":"desk-app"/);
  assert.equal(echo.topic, 'conversation.admin.replied');
});

test('a delivery is repeated, byte for byte, until it is acknowledged', async () => {
  const seen: string[] = [];
  const answers = [503, 500, 202];
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      seen.push(body);
      response.writeHead(answers[seen.length - 1] ?? 202).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const event = chatdesk.events.userCreated({ text: 'hello' });
  const delivery = await chatdesk.deliver(`http://127.0.0.1:${port}`, event, { pauseMilliseconds: () => 1 });
  receiver.close();
  assert.deepEqual(
    delivery.attempts.map((one) => one.status),
    answers,
  );
  assert.ok(delivery.acknowledged && seen.every((body) => body === event.raw.toString()));
});
