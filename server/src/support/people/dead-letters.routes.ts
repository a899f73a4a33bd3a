import * as contract from '@desk/contract/dead-letters';
import { member, workspaceAdmin } from '../../access/index.ts';
import type { ConversationReader } from '../../conversations/index.ts';
import { inScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { route, type Route } from '../../platform/server/route.ts';
import {
  discardDeadLetter,
  pageOfDeadLetters,
  retryDeadLetter,
  retryMessage,
  showDeadLetter,
} from './dead-letters.actions.ts';

export const deadLetterRoutes = (desk: Desk, reader: ConversationReader): Route[] => [
  route(contract.listDeadLetters, workspaceAdmin, ({ scope, query }) =>
    inScope(desk.db, scope, (tx) => pageOfDeadLetters(tx, scope, query)),
  ),
  route(contract.readDeadLetter, workspaceAdmin, ({ scope, params }) =>
    inScope(desk.db, scope, (tx) => showDeadLetter(tx, scope, params.id)),
  ),
  route(contract.retryDeadLetter, workspaceAdmin, ({ scope, params }) => retryDeadLetter(desk, scope, params.id)),
  route(contract.discardDeadLetter, workspaceAdmin, async ({ scope, params }) => {
    await discardDeadLetter(desk, scope, params.id);
    return undefined;
  }),
  route(contract.retryMessage, member, ({ scope, params }) =>
    inScope(desk.db, scope, async (tx) => reader.message(tx, scope, await retryMessage(desk, tx, scope, params))),
  ),
];
