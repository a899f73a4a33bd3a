import { listConnectorCalls, readConnectorCall } from '@desk/contract/connector-calls';
import * as contract from '@desk/contract/connectors';
import * as templates from '@desk/contract/templates';
import { member, workspaceAdmin, type Scope } from '../access/index.ts';
import type { Desk } from '../platform/desk.ts';
import { roleRequired } from '../platform/http/errors.ts';
import { checkedBody } from '../platform/server/checked-body.ts';
import { created, route, type Route } from '../platform/server/route.ts';
import { validate } from './checks/validate.actions.ts';
import { rotate } from './checks/rotate.actions.ts';
import { addConnector, changeConnector, dropConnector, showConnector, showConnectors } from './connectors.actions.ts';
import type { RulesOfTemplates } from './registry/editing.ts';
import { showCall, showCalls } from './requests/show-calls.actions.ts';
import { refreshSnapshot, showSnapshot } from './schema/snapshots.actions.ts';
import { uploadDocument } from './schema/upload.actions.ts';
import {
  addTemplate,
  changeTemplate,
  dropTemplate,
  showTemplate,
  showTemplates,
} from './templates/templates.actions.ts';
import { testTemplate, type SettingsOfDesk } from './checks/test-template.actions.ts';

type ConnectorNeighbours = { rulesOf: RulesOfTemplates } & SettingsOfDesk;

/** `rulesOf` returns the rules that use a template, so that it is not deleted while they do. */
export const connectorRoutes = (desk: Desk, neighbours: ConnectorNeighbours): Route[] => [
  ...registryRoutes(desk, neighbours.rulesOf),
  ...healthRoutes(desk),
  ...templateRoutes(desk, neighbours),
];

const registryRoutes = (desk: Desk, rulesOf: RulesOfTemplates): Route[] => [
  route(contract.listConnectors, member, ({ scope, query }) => showConnectors(desk, scope, query)),
  route(contract.readConnector, member, ({ scope, params }) => showConnector(desk, scope, params.id)),
  route(contract.createConnector, workspaceAdmin, async ({ scope, body }) => {
    const connector = await addConnector(desk, scope, body);
    return created(`/api/connectors/${connector.id}`, connector);
  }),
  route(contract.updateConnector, workspaceAdmin, ({ scope, params, body, expectedVersion }) =>
    changeConnector(desk, scope, { id: params.id, expectedVersion, patch: body }),
  ),
  route(contract.deleteConnector, workspaceAdmin, async ({ scope, params, expectedVersion }) => {
    await dropConnector(desk, scope, { id: params.id, expectedVersion, rulesOf });
    return undefined;
  }),
];

const healthRoutes = (desk: Desk): Route[] => [
  route(contract.validateConnector, workspaceAdmin, ({ scope, params }) => validate(desk, scope, params.id)),
  route(contract.rotateCredentials, workspaceAdmin, ({ scope, params, body, expectedVersion }) =>
    rotate(desk, scope, { id: params.id, expectedVersion, wish: body }),
  ),
  route(contract.readSchemaSnapshot, member, ({ scope, params, query }) => {
    if (query.refresh !== true) return showSnapshot(desk, scope, params.id);
    refuseMembers(scope);
    return refreshSnapshot(desk, scope, params.id);
  }),
  route(contract.uploadOpenapiDocument, workspaceAdmin, ({ scope, params, request, expectedVersion }) => {
    const { document } = checkedBody(request, contract.UploadDocument, request.body);
    return uploadDocument(desk, scope, { id: params.id, expectedVersion, document });
  }),
  route(readConnectorCall, workspaceAdmin, ({ scope, params }) =>
    showCall(desk, scope, { connectorId: params.id, id: params.call_id }),
  ),
  route(listConnectorCalls, workspaceAdmin, ({ scope, params, query }) =>
    showCalls(desk, scope, { connectorId: params.id, ...query }),
  ),
];

// All members may read the snapshot; only admins may make the desk fetch the document.
function refuseMembers({ role }: Scope): void {
  if (role === 'member') throw roleRequired('workspace_admin');
}

const templateRoutes = (desk: Desk, { rulesOf, loadSettings }: ConnectorNeighbours): Route[] => [
  route(templates.listTemplates, member, ({ scope, params, query }) =>
    showTemplates(desk, scope, { connectorId: params.id, ...query }),
  ),
  route(templates.readTemplate, member, ({ scope, params }) =>
    showTemplate(desk, scope, { connectorId: params.id, id: params.template_id }),
  ),
  route(templates.createTemplate, workspaceAdmin, async ({ scope, params, body }) => {
    const template = await addTemplate(desk, scope, { connectorId: params.id, input: body });
    return created(`/api/connectors/${params.id}/templates/${template.id}`, template);
  }),
  route(templates.updateTemplate, workspaceAdmin, ({ scope, params, body, expectedVersion }) => {
    const target = { connectorId: params.id, id: params.template_id, expectedVersion };
    return changeTemplate(desk, scope, { ...target, patch: body, rulesOf });
  }),
  route(templates.deleteTemplate, workspaceAdmin, async ({ scope, params, expectedVersion }) => {
    await dropTemplate(desk, scope, { connectorId: params.id, id: params.template_id, expectedVersion, rulesOf });
    return undefined;
  }),
  route(templates.testTemplate, workspaceAdmin, ({ scope, params, body }) =>
    testTemplate(desk, scope, { connectorId: params.id, id: params.template_id, wish: body, loadSettings }),
  ),
];
