import {
  createCollection,
  deleteCollection as deleteCollectionEndpoint,
  listCollections,
  readCollection,
  updateCollection,
} from '@desk/contract/knowledge';
import { member, workspaceAdmin } from '../../../access/index.ts';
import type { Desk } from '../../../platform/desk.ts';
import { created, route, type Route } from '../../../platform/server/route.ts';
import {
  addCollection,
  changeCollection,
  deleteCollection,
  pageOfCollections,
  showCollection,
  type UsersOfCollection,
} from './collections.actions.ts';

export const collectionRoutes = (desk: Desk, neighbours: { usersOfCollection: UsersOfCollection }): Route[] => [
  route(listCollections, member, ({ scope, query }) => pageOfCollections(desk, scope, query)),
  route(readCollection, member, ({ scope, params }) => showCollection(desk, scope, params.id)),
  route(createCollection, workspaceAdmin, async ({ scope, body }) => {
    const collection = await addCollection(desk, scope, body);
    return created(`/api/knowledge/collections/${collection.id}`, collection);
  }),
  route(updateCollection, workspaceAdmin, ({ scope, params, body, expectedVersion }) =>
    changeCollection(desk, scope, { id: params.id, change: body, expectedVersion }),
  ),
  route(deleteCollectionEndpoint, workspaceAdmin, async ({ scope, params, expectedVersion }) => {
    await deleteCollection(desk, scope, { id: params.id, expectedVersion, ...neighbours });
    return null;
  }),
];
