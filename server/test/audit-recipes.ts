import assert from 'node:assert/strict';
import { conversationOf, eventually, type Stage } from './story/stage.ts';
import { Caller, password, registers, tokenIn } from './world.ts';

/** How to call a route so that it succeeds, and what the audit log says afterwards. */
export interface Recipe {
  action: string;
  /** Makes what the call needs, and says what to send. */
  call(stage: Stage): Promise<Request>;
  /** Whether the same request once more finds everything as it is, and so writes nothing. */
  again?: 'writes nothing';
}

export interface Request {
  as: Caller;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Where the entry is expected; the caller's organization unless named. */
  in?: { organizationId: string };
}

/** Routes that are no GET and still change nothing of an organization. */
export const changesNothing: Record<string, string> = {
  'POST /api/knowledge/search': 'a question, too long for a URL',
};

const routing = '/api/routing';
const knowledge = '/api/knowledge';
const integrations = '/api/integrations';
const mailDomains = '/api/channels/email/domains';

/** Never to be seen in an entry: secrets, and words of customers and colleagues. */
export const unspeakable = ['canary-secret-3f9a', 'canary-words-77d0'];
const [secret = '', words = ''] = unspeakable;

let made = 0;
const unique = (what: string) => `${what} ${(made += 1)}`;

/** By method and path; the test says which one is missing. */
export const recipes: Record<string, Recipe> = {
  'PATCH /api/organizations/me': {
    action: 'organization.updated',
    call: async ({ world }) => ({ as: world.ada, path: '/api/organizations/me', body: { name: 'Birch & Sons' } }),
    again: 'writes nothing',
  },
  'PATCH /api/auth/me': {
    action: 'user.updated',
    call: async ({ world }) => ({ as: world.max, path: '/api/auth/me', body: { name: 'Maxim' } }),
    again: 'writes nothing',
  },
  'POST /api/auth/logout': {
    action: 'user.signed_out',
    call: async ({ world, server }) => {
      const { email } = await world.max.gets('/api/auth/me');
      const { access_token: token } = await world.nobody.posts('/api/auth/login', { email, password }, 200);
      const { name, userId, organizationId } = world.max;
      return { as: new Caller(server, { name, userId, organizationId, token }), path: '/api/auth/logout' };
    },
  },
  'DELETE /api/auth/me/identities/:id': {
    action: 'user.identity_removed',
    call: async ({ world, server }) => {
      // Signing in through a provider is a story of its own, told in access/oidc.test.ts.
      const { rows } = await server.desk.db.owner.query(
        `insert into user_identity values (gen_random_uuid(), $1, 'https://id.example', 'max', 'other', now()) returning id`,
        [world.max.userId],
      );
      return { as: world.max, path: `/api/auth/me/identities/${String(rows[0]?.['id'])}` };
    },
  },
  ...crud('/api/workspaces', {
    subject: 'workspace',
    create: () => ({ name: unique('Workspace') }),
    change: { name: 'Renamed' },
  }),
  'PATCH /api/members/:id': {
    action: 'member.updated',
    call: async (stage) => ({
      as: stage.world.ada,
      path: `/api/members/${await aMember(stage)}`,
      body: { role: 'org_admin' },
    }),
    again: 'writes nothing',
  },
  'DELETE /api/members/:id': {
    action: 'member.removed',
    call: async (stage) => ({ as: stage.world.ada, path: `/api/members/${await aMember(stage)}` }),
  },
  'POST /api/invitations': {
    action: 'invitation.created',
    call: async ({ world }) => ({ as: world.ada, path: '/api/invitations', body: anInvitation() }),
  },
  'DELETE /api/invitations/:id': {
    action: 'invitation.revoked',
    call: async ({ world }) => ({
      as: world.ada,
      path: `/api/invitations/${(await world.ada.posts('/api/invitations', anInvitation())).id}`,
    }),
  },
  'POST /api/invitations/accept': {
    action: 'invitation.accepted',
    call: async ({ world, server }) => {
      const guest = await registers(server, unique('Guest').replace(' ', ''), 'Own');
      const { email } = await guest.gets('/api/auth/me');
      const { invitation_url } = await world.ada.posts('/api/invitations', { ...anInvitation(), email });
      const token = tokenIn(invitation_url);
      return { as: guest, path: '/api/invitations/accept', body: { token }, in: world.birch };
    },
  },
  'POST /api/api-keys': {
    action: 'api_key.created',
    call: async ({ world }) => ({ as: world.ada, path: '/api/api-keys', body: { name: 'Nightly', role: 'member' } }),
  },
  'DELETE /api/api-keys/:id': {
    action: 'api_key.revoked',
    call: async ({ world }) => ({
      as: world.ada,
      path: `/api/api-keys/${(await world.ada.posts('/api/api-keys', { name: 'Once', role: 'member' })).id}`,
    }),
  },
  'PATCH /api/organizations/me/settings': {
    action: 'settings.updated',
    call: async ({ world }) => ({
      as: world.ada,
      path: '/api/organizations/me/settings',
      body: { max_ai_turns: 3, business_hours: [{ to: '17:00', from: '09:00', days: [1, 2] }] },
    }),
    again: 'writes nothing',
  },
  ...crud(`${routing}/tags`, {
    subject: 'tag',
    create: () => ({ name: unique('Tag'), detect: { keywords: ['refund'] } }),
    change: { color: '#aabbcc' },
  }),
  ...crud(`${routing}/destinations`, {
    subject: 'destination',
    create: () => ({ name: unique('Queue'), kind: 'queue' }),
    change: { enabled: false },
  }),
  ...crud(`${routing}/rules`, {
    subject: 'rule',
    create: () => ({
      name: unique('Rule'),
      when: { all: [{ field: 'message.text', op: 'contains', value: 'never said' }] },
      then: { decision: 'escalate' },
    }),
    change: { priority: 7 },
  }),
  ...crud(`${knowledge}/collections`, {
    subject: 'collection',
    create: () => ({ name: unique('Shelf') }),
    change: { enabled: false },
  }),
  'POST /api/knowledge/documents/text': {
    action: 'document.created',
    call: async (stage) => ({
      as: stage.world.wim,
      path: `${knowledge}/documents/text`,
      body: { ...(await aText(stage)), external_id: unique('page') },
    }),
  },
  'POST /api/knowledge/documents/upload': {
    action: 'document.created',
    call: async (stage) => {
      const form = new FormData();
      form.set('collection_id', (await aText(stage)).collection_id);
      form.set('file', new Blob([`# Upload\n\n${words}`]), 'upload.md');
      const request = new Response(form);
      return {
        as: stage.world.wim,
        path: `${knowledge}/documents/upload`,
        body: Buffer.from(await request.arrayBuffer()),
        headers: { 'content-type': request.headers.get('content-type') ?? '' },
      };
    },
  },
  'POST /api/knowledge/documents/:id/reingest': {
    action: 'document.reingested',
    call: async (stage) => ({
      as: stage.world.wim,
      path: `${knowledge}/documents/${await aDocument(stage)}/reingest`,
      body: { text: `Another text. ${words}` },
    }),
  },
  'PATCH /api/knowledge/documents/:id': {
    action: 'document.updated',
    call: async (stage) => ({
      as: stage.world.wim,
      path: `${knowledge}/documents/${await aDocument(stage)}`,
      body: { enabled: false, expires_at: '2040-01-01T00:00:00.000Z' },
    }),
    again: 'writes nothing',
  },
  'DELETE /api/knowledge/documents/:id': {
    action: 'document.deleted',
    call: async (stage) => ({ as: stage.world.wim, path: `${knowledge}/documents/${await aDocument(stage)}` }),
  },
  'PATCH /api/knowledge/findings/:id': {
    action: 'finding.updated',
    call: async (stage) => ({
      as: stage.world.wim,
      path: `${knowledge}/findings/${await aFinding(stage)}`,
      body: { state: 'dismissed' },
    }),
    again: 'writes nothing',
  },
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
  'POST /api/conversations/:id/messages': {
    action: 'conversation.replied',
    call: async (stage) => ({
      as: stage.world.max,
      path: `/api/conversations/${(await aDraft(stage)).id}/messages`,
      body: { kind: 'reply', text: words },
    }),
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
  'POST /api/integrations/ticketdesk/webhook-secret': {
    action: 'integration.webhook_secret_changed',
    call: async ({ world }) => ({
      as: world.wim,
      path: `${integrations}/ticketdesk/webhook-secret`,
      body: { secret: `${secret}-that-signs` },
    }),
    again: 'writes nothing',
  },
  'POST /api/channels/email/domains': {
    action: 'email_domain.added',
    call: async ({ world }) => ({ as: world.wim, path: mailDomains, body: { domain: 'birch.test' } }),
  },
  'POST /api/channels/email/domains/:domain_id/verify': {
    action: 'email_domain.checked',
    call: async ({ world }) => {
      const { id } = await world.wim.posts(mailDomains, { domain: 'birch-verify.test' });
      return { as: world.wim, path: `${mailDomains}/${id}/verify` };
    },
  },
};

function crud(path: string, thing: { subject: string; create(): object; change: object }): Record<string, Recipe> {
  const { subject } = thing;
  const made = async ({ world }: Stage) => `${path}/${(await world.ada.posts(path, thing.create())).id}`;
  return {
    [`POST ${path}`]: {
      action: `${subject}.created`,
      call: async ({ world }) => ({ as: world.ada, path, body: thing.create() }),
    },
    [`PATCH ${path}/:id`]: {
      action: `${subject}.updated`,
      call: async (stage) => ({ as: stage.world.ada, path: await made(stage), body: thing.change }),
      again: 'writes nothing',
    },
    [`DELETE ${path}/:id`]: {
      action: `${subject}.deleted`,
      call: async (stage) => ({ as: stage.world.ada, path: await made(stage) }),
    },
  };
}

const anInvitation = () => ({ email: `${unique('guest').replace(' ', '')}@example.test`, role: 'member' });

/** Somebody new in Birch. */
async function aMember({ world }: Stage): Promise<string> {
  const { email, role } = anInvitation();
  const { invitation_url } = await world.ada.posts('/api/invitations', { email, role });
  const body = { email, password, name: 'Newcomer', invitation_token: tokenIn(invitation_url) };
  await world.nobody.posts('/api/auth/register', body);
  const { items } = await world.ada.gets('/api/members?limit=200');
  return items.find((each: { user: { email: string } }) => each.user.email === email).id;
}

async function aText({ world }: Stage) {
  const { items } = await world.wim.gets(`${knowledge}/collections`);
  return { collection_id: items[0].id as string, title: unique('Page'), text: words, format: 'markdown' };
}

async function aDocument(stage: Stage): Promise<string> {
  return (await stage.world.wim.posts(`${knowledge}/documents/text`, await aText(stage), 202)).id;
}

/** A document of a few words is one. */
async function aFinding(stage: Stage): Promise<string> {
  const id = await aDocument(stage);
  return eventually(async () => {
    const { items } = await stage.world.wim.gets(`${knowledge}/findings?document_id=${id}&type=thin`);
    assert.ok(items[0], 'the document has been examined');
    return items[0].id;
  }, 20_000);
}

/** A conversation in which the AI has written an answer that waits for a person. */
async function aDraft(stage: Stage): Promise<{ id: string; draft: string }> {
  const event = stage.chatdesk.events.userCreated({ text: 'How can I reset my password?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const { id, messages } = await conversationOf(stage, event.conversationId, (each) =>
    assert.equal(each.ai_state, 'awaiting_approval'),
  );
  return { id, draft: messages.find((each: { kind: string }) => each.kind === 'draft').id };
}
