import assert from 'node:assert/strict';
import { newId } from '../../src/platform/process/ids.ts';
import { conversationOf, type Stage } from '../story/stage.ts';
import { aDeadLetter, anUnroutableMail } from '../isolation/resources.ts';
import { secret, unique, words, type Recipe, type Request } from './recipe.ts';

const integrations = '/api/integrations';
const mailDomains = '/api/channels/email/domains';

/** Conversations, and the channels that they come in through. */
export const trafficRecipes: Record<string, Recipe> = {
  'POST /api/conversations/:id/handover': {
    action: 'conversation.handed_over',
    call: async (stage) => ({
      as: stage.world.max,
      path: `/api/conversations/${(await aDraft(stage)).id}/handover`,
      body: { to: 'human', note: words, notify_customer: false },
    }),
    again: 'writes nothing',
  },
  'PATCH /api/conversations/:id': {
    action: 'conversation.updated',
    call: async (stage) => ({
      as: stage.world.max,
      path: `/api/conversations/${(await aDraft(stage)).id}`,
      body: { assignee_id: stage.world.max.userId },
    }),
    again: 'writes nothing',
  },
  'POST /api/conversations/bulk': {
    action: 'conversation.updated',
    call: async (stage) => ({
      as: stage.world.max,
      path: '/api/conversations/bulk',
      body: { ids: [(await aDraft(stage)).id], patch: { assignee_id: stage.world.max.userId } },
    }),
    again: 'writes nothing',
  },
  'POST /api/conversations/:id/messages': {
    action: 'conversation.replied',
    call: async (stage) => ({
      as: stage.world.max,
      path: `/api/conversations/${(await aDraft(stage)).id}/messages`,
      body: { kind: 'reply', text: words },
    }),
  },
  'POST /api/conversations/:id/attachments': {
    action: 'conversation.file_uploaded',
    call: async (stage) => ({
      as: stage.world.max,
      path: `/api/conversations/${(await aDraft(stage)).id}/attachments`,
      body: `--cut\r\nContent-Disposition: form-data; name="file"; filename="${words}.txt"\r\n\r\n${words}\r\n--cut--\r\n`,
      headers: { 'content-type': 'multipart/form-data; boundary=cut' },
    }),
  },
  'PATCH /api/customers/:id': {
    action: 'customer.updated',
    call: async (stage) => ({
      as: stage.world.max,
      path: `/api/customers/${await aCustomer(stage)}`,
      body: { name: words, attributes: { city: words } },
    }),
    again: 'writes nothing',
  },
  'POST /api/customers/:id/merge': {
    action: 'customer.merged',
    call: async (stage) => ({
      as: stage.world.max,
      path: `/api/customers/${await aCustomer(stage)}/merge`,
      body: { customer_id: await aCustomer(stage) },
    }),
  },
  'DELETE /api/customers/:id': {
    action: 'customer.erased',
    call: async (stage) => ({ as: stage.world.ada, path: `/api/customers/${await aCustomer(stage)}` }),
  },
  'DELETE /api/channels/email/suppressions/:id': {
    action: 'email_suppression.removed',
    call: async ({ server, world }) => {
      const id = newId();
      await server.desk.db.owner.query(
        `insert into email_suppression values ($1, $2, $3, 'The mailbox is closed.', null, 'x', now())`,
        [world.birch.organizationId, id, `${words}@customer.test`],
      );
      return { as: world.wim, path: `/api/channels/email/suppressions/${id}` };
    },
  },
  'POST /api/conversations/:id/messages/:message_id/feedback': {
    action: 'message.rated',
    call: async (stage) => {
      const { id, draft } = await aDraft(stage);
      const path = `/api/conversations/${id}/messages/${draft}/feedback`;
      return { as: stage.world.max, path, body: { rating: 'bad', reason: words, comment: words } };
    },
    again: 'writes nothing',
  },
  'POST /api/conversations/:id/drafts/:message_id/approve': {
    action: 'conversation.draft_approved',
    call: async (stage) => {
      const { id, draft } = await aDraft(stage);
      return {
        as: stage.world.max,
        path: `/api/conversations/${id}/drafts/${draft}/approve`,
        body: { text: words },
      };
    },
  },
  'POST /api/conversations/:id/drafts/:message_id/discard': {
    action: 'conversation.draft_discarded',
    call: async (stage) => {
      const { id, draft } = await aDraft(stage);
      return { as: stage.world.max, path: `/api/conversations/${id}/drafts/${draft}/discard`, body: {} };
    },
  },
  'POST /api/dead-letters/:id/retry': {
    action: 'dead_letter.retried',
    call: async ({ server, world }) => {
      const { id } = await aDeadLetter(server, world.ada, unique('retried'));
      return { as: world.wim, path: `/api/dead-letters/${id}/retry` };
    },
  },
  'POST /api/dead-letters/:id/discard': {
    action: 'dead_letter.discarded',
    call: async ({ server, world }) => {
      const { id } = await aDeadLetter(server, world.ada, unique('discarded'));
      return { as: world.wim, path: `/api/dead-letters/${id}/discard` };
    },
  },
  'POST /api/conversations/:id/messages/:message_id/retry': {
    action: 'dead_letter.retried',
    call: async (stage) => {
      const { id, draft } = await aDraft(stage);
      const { organizationId } = stage.world.birch;
      await stage.server.desk.db.owner.query(
        `insert into outbox (organization_id, id, conversation_id, position, kind, actor, epoch, message_id, content,
           dedupe_key, state, created_at)
         values ($1, gen_random_uuid(), $2, 1, 'reply', 'human', 0, $3, '{}', gen_random_uuid()::text, 'dead', now())`,
        [organizationId, id, draft],
      );
      return { as: stage.world.max, path: `/api/conversations/${id}/messages/${draft}/retry` };
    },
  },
  'PUT /api/integrations/chatdesk/app': {
    action: 'integration.configured',
    call: async ({ world }) => ({
      as: world.wim,
      path: `${integrations}/chatdesk/app`,
      body: { client_id: 'another', client_secret: secret },
    }),
  },
  'PUT /api/integrations/ticketdesk/app': {
    action: 'integration.configured',
    call: async ({ world, ticketdesk }) => ({
      as: world.wim,
      path: `${integrations}/ticketdesk/app`,
      body: { subdomain: 'birch', access_token: ticketdesk.accessToken },
    }),
  },
  'POST /api/integrations/chatdesk/oauth/exchange': {
    action: 'integration.connected',
    call: async ({ world, chatdesk }) => {
      const { clientId: client_id, clientSecret: client_secret } = chatdesk.workspace;
      await world.wim.puts(`${integrations}/chatdesk/app`, { client_id, client_secret });
      const { state } = await world.wim.gets(`${integrations}/chatdesk/connect-url`);
      const body = { code: chatdesk.issueCode(), state };
      return { as: world.wim, path: `${integrations}/chatdesk/oauth/exchange`, body };
    },
  },
  'POST /api/integrations/ticketdesk/oauth/exchange': {
    action: 'integration.connected',
    call: async ({ world, ticketdesk }) => {
      const { clientId: client_id, clientSecret: client_secret } = ticketdesk;
      await world.wim.puts(`${integrations}/ticketdesk/app`, { client_id, client_secret });
      const { state } = await world.wim.gets(`${integrations}/ticketdesk/connect-url?subdomain=birch`);
      const body = { code: ticketdesk.issueCode(), state };
      return { as: world.wim, path: `${integrations}/ticketdesk/oauth/exchange`, body };
    },
  },
  'POST /api/integrations/chatdesk/disconnect': {
    action: 'integration.disconnected',
    call: async ({ world, chatdesk }) => {
      const { clientId: client_id, clientSecret: client_secret } = chatdesk.workspace;
      const body = { client_id, client_secret, access_token: chatdesk.accessToken };
      await world.wim.puts(`${integrations}/chatdesk/app`, body);
      return { as: world.wim, path: `${integrations}/chatdesk/disconnect` };
    },
    again: 'writes nothing',
  },
  'POST /api/integrations/ticketdesk/disconnect': {
    action: 'integration.disconnected',
    call: async ({ world, ticketdesk }) => {
      const body = { subdomain: 'birch', access_token: ticketdesk.accessToken };
      await world.wim.puts(`${integrations}/ticketdesk/app`, body);
      return { as: world.wim, path: `${integrations}/ticketdesk/disconnect` };
    },
    again: 'writes nothing',
  },
  'POST /api/integrations/ticketdesk/provision': {
    action: 'integration.provisioned',
    call: async (stage) => {
      const { as } = await testEvent(stage, 'ticketdesk');
      await as.puts(`${integrations}/ticketdesk/app`, {
        subdomain: 'birch',
        access_token: stage.ticketdesk.accessToken,
      });
      return { as, path: `${integrations}/ticketdesk/provision` };
    },
    again: 'writes nothing',
  },
  'POST /api/integrations/ticketdesk/webhook-secret': {
    action: 'integration.webhook_secret_changed',
    call: async ({ world }) => ({
      as: world.wim,
      path: `${integrations}/ticketdesk/webhook-secret`,
      body: { secret: `${secret}-that-signs` },
    }),
    again: 'writes nothing',
  },
  ...Object.fromEntries(
    ['chatdesk', 'ticketdesk', 'email'].map((channel): [string, Recipe] => [
      `POST /api/channels/${channel}/test-event`,
      { action: 'channel.tested', call: (stage) => testEvent(stage, channel) },
    ]),
  ),
  'POST /api/channels/email/unroutable/:id/deliver': {
    action: 'unroutable_mail.delivered',
    call: async ({ server, world }) => {
      const { id } = await anUnroutableMail(server, world.ada, unique('early'));
      return { as: world.wim, path: `/api/channels/email/unroutable/${id}/deliver` };
    },
  },
  'POST /api/channels/email/domains': {
    action: 'email_domain.added',
    call: async ({ world }) => ({ as: world.wim, path: mailDomains, body: { domain: 'birch.test' } }),
  },
  'DELETE /api/channels/email/domains/:domain_id': {
    action: 'email_domain.removed',
    call: async ({ world }) => {
      const { id } = await world.wim.posts(mailDomains, { domain: 'birch-old.test' });
      return { as: world.wim, path: `${mailDomains}/${id}` };
    },
  },
  'POST /api/channels/email/domains/:domain_id/round-trip': {
    action: 'channel.tested',
    call: async ({ server, world }) => {
      const { id } = await world.wim.posts(mailDomains, { domain: 'birch-trip.test' });
      await server.desk.db.owner.query('update email_domain set verified_at = now() where id = $1', [id]);
      const body = { address: 'support@birch-trip.test' };
      return { as: world.wim, path: `${mailDomains}/${id}/round-trip`, body };
    },
  },
  'POST /api/channels/email/domains/:domain_id/verify': {
    action: 'email_domain.checked',
    call: async ({ world }) => {
      const { id } = await world.wim.posts(mailDomains, { domain: 'birch-verify.test' });
      return { as: world.wim, path: `${mailDomains}/${id}/verify` };
    },
  },
};

/** A conversation in which a draft of the AI waits for approval. */
export async function aDraft(stage: Stage): Promise<{ id: string; draft: string }> {
  const event = stage.chatdesk.events.userCreated({ text: 'How can I reset my password?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const { id, messages } = await conversationOf(stage, event.conversationId, (each) =>
    assert.equal(each.ai_state, 'awaiting_approval'),
  );
  return { id, draft: messages.find((each: { kind: string }) => each.kind === 'draft').id };
}

/** Connects both helpdesks again, because earlier recipes have disconnected them, and requests a test event. */
async function testEvent({ world, chatdesk, ticketdesk }: Stage, channel: string): Promise<Request> {
  const { clientId: client_id, clientSecret: client_secret } = chatdesk.workspace;
  const app = { client_id, client_secret, access_token: chatdesk.accessToken };
  await world.wim.puts(`${integrations}/chatdesk/app`, app);
  const secret = { secret: ticketdesk.account.signingSecret };
  await world.wim.posts(`${integrations}/ticketdesk/webhook-secret`, secret, 200);
  return { as: world.wim, path: `/api/channels/${channel}/test-event` };
}

async function aCustomer({ server, world }: Stage): Promise<string> {
  const id = newId();
  await server.desk.db.owner.query(
    `insert into customer (organization_id, id, person_id, channel, identity, name, verified) values ($1, $2, $2, 'email', $3, $4, false)`,
    [world.birch.organizationId, id, unique('somebody'), words],
  );
  return id;
}
