import { shopDocument } from '../providers/shop/document.ts';
import type { Stage } from '../story/stage.ts';
import { aDraft } from './traffic.ts';
import { crud, secret, unique, type Recipe } from './recipe.ts';

const connectors = '/api/connectors';
const nowhere = 'http://127.0.0.1:9';

/** Account systems, and the requests that the desk may send them. */
export const connectorRecipes: Record<string, Recipe> = {
  ...crud(connectors, {
    subject: 'connector',
    create: () => ({
      name: unique('Shop'),
      base_url: nowhere,
      auth: { kind: 'bearer' },
      credentials: { token: secret },
    }),
    change: { requests_per_minute: 7 },
  }),
  'POST /api/connectors/:id/validate': {
    action: 'connector.validated',
    call: async (stage) => ({ as: stage.world.wim, path: `${await aConnector(stage)}/validate`, body: {} }),
  },
  'POST /api/connectors/:id/rotate-credentials': {
    action: 'connector.credentials_rotated',
    // Any service that replies accepts these credentials.
    call: async (stage) => ({
      as: stage.world.wim,
      path: `${await aConnector(stage, stage.chatdesk.url)}/rotate-credentials`,
      body: { credentials: { token: `${secret}-next` }, mode: 'immediate' },
    }),
  },
  'PUT /api/connectors/:id/openapi-document': {
    action: 'connector.document_uploaded',
    call: async (stage) => ({
      as: stage.world.wim,
      path: `${await aConnector(stage)}/openapi-document`,
      body: { document: JSON.stringify(shopDocument()) },
    }),
  },
  'POST /api/conversations/:id/actions': {
    action: 'conversation.action_approved',
    call: anApprovedAction,
  },
  'POST /api/connectors/:id/templates': {
    action: 'connector_template.created',
    call: async (stage) => ({ as: stage.world.wim, path: `${await aConnector(stage)}/templates`, body: aTemplate() }),
  },
  'PATCH /api/connectors/:id/templates/:template_id': {
    action: 'connector_template.updated',
    call: async (stage) => ({ as: stage.world.wim, path: await templatePath(stage), body: { cache_seconds: 5 } }),
    again: 'writes nothing',
  },
  'DELETE /api/connectors/:id/templates/:template_id': {
    action: 'connector_template.deleted',
    call: async (stage) => ({ as: stage.world.wim, path: await templatePath(stage) }),
  },
  'POST /api/connectors/:id/templates/:template_id/test': {
    action: 'connector_template.tested',
    call: async (stage) => ({ as: stage.world.wim, path: `${await templatePath(stage)}/test`, body: { mode: 'live' } }),
  },
};

// Nothing listens at the address: the approval is recorded before the request is sent.
async function anApprovedAction(stage: Stage) {
  const { wim, max } = stage.world;
  const connector = await aConnector(stage, stage.chatdesk.url);
  const { id: template_id } = await wim.posts(`${connector}/templates`, {
    name: unique('write'),
    method: 'POST',
    path: '/x',
    effect: 'write',
    requires_verified_customer: false,
  });
  await wim.posts(`${connector}/validate`, {}, 200);
  const path = `/api/conversations/${(await aDraft(stage)).id}/actions`;
  const { approval } = await max.posts(path, { template_id, mode: 'dry_run' }, 200);
  return { as: max, path, body: { template_id, mode: 'live', approval } };
}

const aTemplate = () => ({ name: unique('template'), method: 'GET', path: '/x', effect: 'read' });

async function aConnector({ world }: Stage, base_url = nowhere): Promise<string> {
  const body = { name: unique('Shop'), base_url, auth: { kind: 'bearer' }, credentials: { token: secret } };
  return `${connectors}/${(await world.wim.posts(connectors, body)).id}`;
}

async function templatePath(stage: Stage): Promise<string> {
  const path = `${await aConnector(stage)}/templates`;
  return `${path}/${(await stage.world.wim.posts(path, aTemplate())).id}`;
}
