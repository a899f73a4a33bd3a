import * as contract from '@desk/contract/playground';
import { member } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { created, route, type Route } from '../../platform/server/route.ts';
import {
  beginPlayground,
  changePlayground,
  dropPlayground,
  showMessage,
  showMessages,
  showPlayground,
  showPlaygrounds,
} from './playground.actions.ts';
import { refuseLiveReads } from '../simulation/live-reads.ts';
import { sayInPlayground } from './write-message.actions.ts';

const base = '/api/knowledge/validation/playground/conversations';

export const playgroundRoutes = (desk: Desk): Route[] => [
  route(contract.listPlayground, member, ({ scope, query }) => showPlaygrounds(desk, scope, query)),
  route(contract.createPlayground, member, async ({ scope, body }) => {
    const begun = await beginPlayground(desk, scope, body ?? {});
    return created(`${base}/${begun.id}`, begun);
  }),
  route(contract.readPlayground, member, ({ scope, params }) => showPlayground(desk, scope, params.id)),
  route(contract.updatePlayground, member, ({ scope, params, body, expectedVersion }) =>
    changePlayground(desk, scope, { id: params.id, expectedVersion, patch: body }),
  ),
  route(contract.deletePlayground, member, async ({ scope, params, expectedVersion }) => {
    await dropPlayground(desk, scope, { id: params.id, expectedVersion });
    return null;
  }),
  route(contract.listPlaygroundMessages, member, ({ scope, params, query }) =>
    showMessages(desk, scope, { id: params.id, query }),
  ),
  route(contract.readPlaygroundMessage, member, ({ scope, params }) =>
    showMessage(desk, scope, { id: params.id, messageId: params.message_id }),
  ),
  route(contract.writePlaygroundMessage, member, async ({ scope, params, body }) => {
    refuseLiveReads(scope, body);
    const said = await sayInPlayground(desk, scope, { id: params.id, ...body });
    return created(`${base}/${params.id}/messages/${said.message.id}`, said);
  }),
];
