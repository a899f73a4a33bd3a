import { newId } from '../../src/platform/process/ids.ts';
import { Caller, password, registers, tokenIn } from '../world.ts';
import type { Stage } from '../story/stage.ts';
import { crud, secret, unique, type Recipe } from './recipe.ts';

export const peopleRecipes: Record<string, Recipe> = {
  'PATCH /api/organizations/me': {
    action: 'organization.updated',
    call: async ({ world }) => ({ as: world.ada, path: '/api/organizations/me', body: { name: 'Birch & Sons' } }),
    again: 'writes nothing',
  },
  'POST /api/organizations/me/export': {
    action: 'export.requested',
    call: async ({ world }) => ({ as: world.ada, path: '/api/organizations/me/export' }),
  },
  'DELETE /api/organizations/me/exports/:id': {
    action: 'export.deleted',
    call: async ({ world: { ada } }) => {
      const { items } = await ada.gets('/api/organizations/me/exports');
      return { as: ada, path: `/api/organizations/me/exports/${items[0].id}` };
    },
  },
  'DELETE /api/organizations/me': {
    action: 'organization.deletion_requested',
    call: async ({ world: { ada } }) => {
      const { name } = await ada.gets('/api/organizations/me');
      return { as: ada, path: '/api/organizations/me', body: { confirm: name } };
    },
    again: 'writes nothing',
  },
  'POST /api/organizations/me/keep': {
    action: 'organization.kept',
    call: async ({ world: { ada } }) => {
      const { name } = await ada.gets('/api/organizations/me');
      await ada.calls('DELETE', '/api/organizations/me', { confirm: name });
      return { as: ada, path: '/api/organizations/me/keep' };
    },
    again: 'writes nothing',
  },
  'PATCH /api/auth/me': {
    action: 'user.updated',
    call: async ({ world }) => ({ as: world.max, path: '/api/auth/me', body: { name: 'Maxim' } }),
    again: 'writes nothing',
  },
  'POST /api/auth/me/email': {
    action: 'user.email_change_requested',
    call: async ({ world }) => ({
      as: world.max,
      path: '/api/auth/me/email',
      body: { email: 'max@elsewhere.test', current_password: password },
    }),
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
  'DELETE /api/auth/me/sessions/:id': {
    action: 'user.session_ended',
    call: async ({ world, server }) => {
      const id = newId();
      await server.desk.db.owner.query(
        `insert into session (id, user_id, created_at, expires_at) values ($1, $2, now(), now() + interval '1 hour')`,
        [id, world.max.userId],
      );
      return { as: world.max, path: `/api/auth/me/sessions/${id}` };
    },
  },
  'DELETE /api/auth/me/identities/:id': {
    action: 'user.identity_removed',
    call: async ({ world, server }) => {
      // access/providers/oidc.test.ts tests signing in through a provider.
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
  ...crud('/api/webhook-endpoints', {
    subject: 'webhook_endpoint',
    create: () => ({ url: receiver, events: ['settings.updated'] }),
    change: { enabled: false },
  }),
  'POST /api/webhook-endpoints/:id/rotate-secret': {
    action: 'webhook_endpoint.secret_rotated',
    call: async (stage) => ({ as: stage.world.ada, path: `${await anEndpoint(stage)}/rotate-secret` }),
  },
  'POST /api/webhook-endpoints/:id/test': {
    action: 'webhook_endpoint.tested',
    call: async (stage) => ({ as: stage.world.ada, path: `${await anEndpoint(stage)}/test` }),
  },
  'POST /api/webhook-endpoints/:id/replay': {
    action: 'webhook_endpoint.replayed',
    call: async (stage) => ({
      as: stage.world.ada,
      path: `${await anEndpoint(stage)}/replay`,
      body: { since: stage.server.desk.clock.now().toISOString() },
    }),
  },
  'POST /api/webhook-endpoints/:id/deliveries/:delivery_id/retry': {
    action: 'webhook_endpoint.delivery_retried',
    call: async (stage) => {
      const path = await anEndpoint(stage);
      const { id } = await stage.world.ada.posts(`${path}/test`, undefined, 202);
      return { as: stage.world.ada, path: `${path}/deliveries/${id}/retry` };
    },
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
  'POST /api/organizations/me/settings/revisions/:n/restore': {
    action: 'settings.restored',
    call: async ({ world: { ada } }) => {
      const { version } = await ada.patches('/api/organizations/me/settings', { persona: { name: unique('Robin') } });
      return { as: ada, path: `/api/organizations/me/settings/revisions/${version - 1}/restore` };
    },
  },
};

// No such name exists; the path stands for a secret one.
const receiver = `https://hooks.example.test/${secret}`;

async function anEndpoint({ world }: Stage): Promise<string> {
  const path = '/api/webhook-endpoints';
  const { id } = await world.ada.posts(path, { url: receiver, events: ['settings.updated'] });
  await world.ada.patches(`${path}/${id}`, { events: ['run.updated'] });
  return `${path}/${id}`;
}

const anInvitation = () => ({ email: `${unique('guest').replace(' ', '')}@example.test`, role: 'member' });

/** Adds a new member to Birch, and returns the membership's id. */
async function aMember({ world }: Stage): Promise<string> {
  const { email, role } = anInvitation();
  const { invitation_url } = await world.ada.posts('/api/invitations', { email, role });
  const body = { email, password, name: 'Newcomer', invitation_token: tokenIn(invitation_url) };
  await world.nobody.posts('/api/auth/register', body);
  const { items } = await world.ada.gets('/api/members?limit=200');
  return items.find((each: { user: { email: string } }) => each.user.email === email).id;
}
