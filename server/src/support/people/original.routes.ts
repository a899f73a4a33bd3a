import { readOriginal } from '@desk/contract/originals';
import { workspaceAdmin } from '../../access/index.ts';
import { findOriginal, type OriginalMail } from '../../channels/index.ts';
import { findConversation, findMessage, providerKey } from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/http/errors.ts';
import { answered, route, type Route } from '../../platform/server/route.ts';

/** The mail behind a message, for admins: what is shown of it has been made safe, and this has not. */
export const originalRoutes = (desk: Desk): Route[] => [
  route(readOriginal, workspaceAdmin, async ({ scope, params }) =>
    attachment(await inScope(desk.db, scope, (tx) => originalOf(tx, scope, params))),
  ),
];

async function originalOf(
  tx: Tx,
  scope: OrganizationScope,
  { id, message_id }: { id: string; message_id: string },
): Promise<OriginalMail> {
  const conversation = await findConversation(tx, scope, id);
  const message = conversation && (await findMessage(tx, scope, id, message_id));
  if (!conversation || !message?.provider_key || conversation.channel !== 'email') throw notFound();
  const thread = { channel: conversation.channel, reference: conversation.channel_reference };
  const eventId = message.provider_key.slice(providerKey({ thread, providerMessageId: '' }).length);
  const original = await findOriginal(tx, scope, eventId);
  if (!original) throw notFound();
  return original;
}

// Never shown inside a page of ours: its HTML is as the sender wrote it.
const attachment = ({ bytes, mediaType, fileName }: OriginalMail) =>
  answered<unknown>(200, bytes, {
    'content-type': mediaType,
    'content-disposition': `attachment; filename="${fileName}"`,
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
  });
