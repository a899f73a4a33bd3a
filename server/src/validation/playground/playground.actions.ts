import type {
  CreatePlayground,
  listPlayground,
  listPlaygroundMessages,
  UpdatePlayground,
} from '@desk/contract/playground';
import type { FilledQueryOf } from '@desk/contract/endpoint';
import type { Overlay } from '@desk/contract/simulation';
import type { CaseContext } from '@desk/contract/suite';
import { changesNothing, type Acting } from '../../access/index.ts';
import { countAiWords, readThread, type ThreadSoFar } from '../../conversations/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { notFound, presentAt, type ExpectedVersion } from '../../platform/http/errors.ts';
import { mergePatch } from '../../platform/http/merge-patch.logic.ts';
import { badCursor, decodeCursor, idAfter, pageOf } from '../../platform/http/page.ts';
import { newId } from '../../platform/process/ids.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { storedContext } from '../simulation/context.logic.ts';
import { refuseBadOverlay } from '../simulation/refuse-overlay.ts';
import {
  findPlayground,
  findPlaygroundMessage,
  insertPlayground,
  insertPlaygroundMessages,
  lockPlayground,
  playgroundBefore,
  playgroundMessagesAfter,
  removePlayground,
  updatePlayground,
} from './playground.store.ts';
import { viewPlayground, viewPlaygroundMessage } from './playground.view.ts';
import { untitled } from './title.logic.ts';

export const showPlaygrounds = (desk: Desk, scope: OrganizationScope, query: FilledQueryOf<typeof listPlayground>) =>
  inScope(desk.db, scope, async (tx) => {
    const { limit, cursor, archived } = query;
    const found = await playgroundBefore(tx, scope, { before: idAfter(cursor), limit, archived });
    const { rows, next_cursor } = pageOf(found, limit, (row) => [row.id]);
    return { items: rows.map(viewPlayground), next_cursor };
  });

export const showPlayground = (desk: Desk, scope: OrganizationScope, id: string) =>
  inScope(desk.db, scope, async (tx) => {
    const row = await findPlayground(tx, scope, id);
    if (!row) throw notFound();
    return viewPlayground(row);
  });

export const showMessages = (
  desk: Desk,
  scope: OrganizationScope,
  { id, query }: { id: string; query: FilledQueryOf<typeof listPlaygroundMessages> },
) =>
  inScope(desk.db, scope, async (tx) => {
    if (!(await findPlayground(tx, scope, id))) throw notFound();
    const { limit } = query;
    const [after] = decodeCursor(query.cursor, 1) ?? [0];
    if (!Number.isSafeInteger(after)) throw badCursor();
    const found = await playgroundMessagesAfter(tx, scope, { conversationId: id, after: Number(after), limit });
    const { rows, next_cursor } = pageOf(found, limit, (row) => [row.seq]);
    return { items: rows.map(viewPlaygroundMessage), next_cursor };
  });

export const showMessage = (
  desk: Desk,
  scope: OrganizationScope,
  { id, messageId }: { id: string; messageId: string },
) =>
  inScope(desk.db, scope, async (tx) => {
    const row = await findPlaygroundMessage(tx, scope, messageId);
    if (row?.conversation_id !== id) throw notFound();
    return viewPlaygroundMessage(row);
  });

/** Throws 404 if the live conversation to open does not exist, 422 for an overlay that could not be saved. */
export async function beginPlayground(desk: Desk, acting: Acting, wish: CreatePlayground) {
  await refuseBadOverlay(desk, acting, wish.overlay);
  return inScope(desk.db, acting, async (tx) => {
    const thread = wish.from_conversation_id ? await readThread(tx, acting, wish.from_conversation_id) : null;
    if (wish.from_conversation_id && !thread) throw notFound();
    const now = desk.clock.now();
    const row = await insertPlayground(tx, {
      organization_id: acting.organizationId,
      id: newId(now.getTime()),
      title: (wish.title ?? thread?.conversation.subject ?? untitled).trim().slice(0, 200),
      context: JSON.stringify(storedContext({ ...(thread ? contextOf(thread) : {}), ...wish.context })),
      overlay: asJson(wish.overlay),
      from_conversation_id: wish.from_conversation_id ?? null,
      created_by: JSON.stringify(acting.actor),
      created_at: now,
      updated_at: now,
    });
    const copied = thread ? await copyWords(desk, tx, { conversationId: row.id, scope: acting, thread }) : 0;
    return viewPlayground(copied > 0 ? await updatePlayground(tx, acting, row.id, { message_count: copied }) : row);
  });
}

const asJson = (overlay: Overlay | null | undefined): string | null => (overlay ? JSON.stringify(overlay) : null);

function contextOf({ conversation, customer }: ThreadSoFar): CaseContext {
  const { name, email, external_id, locale } = customer;
  return {
    channel: conversation.channel,
    customer: { name, email, external_id, verified: conversation.verified, locale },
    ...(conversation.subject ? { subject: conversation.subject } : {}),
  };
}

interface Copy {
  conversationId: string;
  scope: OrganizationScope;
  thread: ThreadSoFar;
}

// Do not copy people's notes or events, which rehearsals do not use.
async function copyWords(desk: Desk, tx: Tx, { conversationId, scope, thread }: Copy): Promise<number> {
  const now = desk.clock.now();
  const spoken = thread.messages.filter(
    ({ kind, text }) => ['customer', 'ai', 'human'].includes(kind) && text.trim() !== '',
  );
  if (spoken.length === 0) return 0;
  const { askedBack } = await countAiWords(tx, scope, thread.conversation);
  const { id: customerId } = thread.customer;
  const rows = spoken.map(({ kind, text, seq, created_at, authenticity, author_id: author }, at) => ({
    organization_id: scope.organizationId,
    id: newId(now.getTime()),
    conversation_id: conversationId,
    seq: at + 1,
    kind: kind === 'customer' ? ('customer' as const) : ('ai' as const),
    text,
    from_history: true,
    asks_back: askedBack.includes(seq),
    unproven: kind === 'customer' && (authenticity !== 'proven' || author !== customerId),
    priority: null,
    created_at,
  }));
  await insertPlaygroundMessages(tx, rows);
  return rows.length;
}

/** Throws 404, 412, and 422 for an overlay that could not be saved. */
export async function changePlayground(
  desk: Desk,
  acting: Acting,
  { id, expectedVersion, patch }: { id: string; expectedVersion: ExpectedVersion; patch: UpdatePlayground },
) {
  await refuseBadOverlay(desk, acting, patch.overlay);
  return inScope(desk.db, acting, async (tx) => {
    const row = presentAt(await lockPlayground(tx, acting, id), expectedVersion);
    const { title = row.title, archived = row.archived, context = row.context, overlay = row.overlay } = patch;
    const merged = context ? storedContext(mergePatch<CaseContext>(row.context, context)) : {};
    const after = { title: title.trim(), archived, context: merged, overlay };
    if (changesNothing(row, after, members)) return viewPlayground(row);
    const changed = await updatePlayground(tx, acting, id, {
      ...after,
      context: JSON.stringify(merged),
      overlay: asJson(overlay),
      updated_at: desk.clock.now(),
    });
    return viewPlayground(changed);
  });
}

const members = ['title', 'archived', 'context', 'overlay'] as const;

/** Throws 404, 412. */
export const dropPlayground = (
  desk: Desk,
  acting: Acting,
  { id, expectedVersion }: { id: string; expectedVersion: ExpectedVersion },
): Promise<void> =>
  inScope(desk.db, acting, async (tx) => {
    presentAt(await lockPlayground(tx, acting, id), expectedVersion);
    await removePlayground(tx, acting, id);
  });
