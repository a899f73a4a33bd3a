import type { listConversations, listDecisions, listMessages } from '@desk/contract/conversations';
import type { FilledQueryOf } from '@desk/contract/endpoint';
import type { Tx } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/errors.ts';
import { isId } from '../../platform/process/ids.ts';
import { badCursor, decodeCursor, pageOf } from '../../platform/http/page.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { findConversation, type ConversationRow } from '../record/conversations.store.ts';
import { recordedDecision } from './conversations.view.ts';
import { findDecision, listDecisionRows } from '../record/history.store.ts';
import { findMessage, messagesAfter } from '../record/messages.store.ts';
import { idsOfPerson } from '../customers/persons.store.ts';
import { findInQueue } from './search-queue.actions.ts';
import type { ConversationReader } from './read-conversation.actions.ts';

export async function pageOfQueue(
  tx: Tx,
  scope: OrganizationScope,
  { query, reader }: { query: FilledQueryOf<typeof listConversations>; reader: ConversationReader },
) {
  const { limit, cursor, customer_id, ...given } = query;
  const filter = { ...given, ...(customer_id ? { customer_ids: await idsOfPerson(tx, scope, customer_id) } : {}) };
  const byWait = filter.sort === 'waiting_since';
  const position = decodeCursor(cursor, 2);
  const after = position ? { at: timeOf(position[0] ?? null), id: idOf(position[1]) } : null;
  const positionOf = (row: ConversationRow) => [
    (byWait ? row.waiting_since : row.updated_at)?.toISOString() ?? null,
    row.id,
  ];
  const { found, examined } = await findInQueue(tx, scope, filter, { limit, after });
  const { rows, next_cursor } = pageOf(found, limit, positionOf, examined);
  return { items: await reader.conversations(tx, scope, rows), next_cursor };
}

export async function pageOfMessages(
  tx: Tx,
  scope: OrganizationScope,
  { id, query, reader }: { id: string; query: FilledQueryOf<typeof listMessages>; reader: ConversationReader },
) {
  if (!(await findConversation(tx, scope, id))) throw notFound();
  const { limit } = query;
  const [after = 0] = decodeCursor(query.cursor, 1) ?? [];
  if (typeof after !== 'number') throw badCursor();
  const { rows, next_cursor } = pageOf(await messagesAfter(tx, scope, id, { after, limit }), limit, (row) => [row.seq]);
  return { items: await reader.messages(tx, scope, rows), next_cursor };
}

/** Throws 404. */
export async function messageById(
  tx: Tx,
  scope: OrganizationScope,
  { id, message_id, reader }: { id: string; message_id: string; reader: ConversationReader },
) {
  const row = await findMessage(tx, scope, id, message_id);
  if (!row) throw notFound();
  return reader.message(tx, scope, row);
}

export async function pageOfDecisions(
  tx: Tx,
  scope: OrganizationScope,
  { id, query }: { id: string; query: FilledQueryOf<typeof listDecisions> },
) {
  if (!(await findConversation(tx, scope, id))) throw notFound();
  const { limit } = query;
  const position = decodeCursor(query.cursor, 1);
  const before = position ? idOf(position[0]) : null;
  const { rows, next_cursor } = pageOf(await listDecisionRows(tx, scope, id, { before, limit }), limit, (row) => [
    row.id,
  ]);
  return { items: rows.map(recordedDecision), next_cursor };
}

export async function readDecision(tx: Tx, scope: OrganizationScope, id: string) {
  const row = await findDecision(tx, scope, id);
  if (!row) throw notFound();
  return recordedDecision(row);
}

function timeOf(member: string | number | null): string | null {
  if (member === null) return null;
  if (typeof member !== 'string' || Number.isNaN(Date.parse(member))) throw badCursor();
  return member;
}

function idOf(member: string | number | null | undefined): string {
  if (typeof member !== 'string' || !isId(member)) throw badCursor();
  return member;
}
