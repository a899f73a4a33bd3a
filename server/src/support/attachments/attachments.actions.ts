import type { Attachment } from '@desk/contract/attachments';
import { Readable } from 'node:stream';
import { record, type Acting } from '../../access/index.ts';
import { fetchFile, originalMail } from '../../channels/index.ts';
import {
  findConversation,
  findAttachment,
  findMessage,
  insertAttachments,
  keepUpload,
  keepUploadsWithinQuota,
  providerKey,
  type AttachmentRow,
} from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { notFound } from '../../platform/http/errors.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';

interface ChosenFile {
  name: string;
  mediaType: string;
  bytes: Buffer;
}

/**
 * Stores a file for the next message of a conversation. Throws 404, before the file is read; 422 if it is empty; 507 over the
 * quota.
 */
export async function uploadFile(
  desk: Desk,
  acting: Acting,
  { id, read }: { id: string; read: () => Promise<ChosenFile> },
): Promise<Attachment> {
  const exists = await inScope(desk.db, acting, (tx) => findConversation(tx, acting, id));
  if (!exists) throw notFound();
  const file = await read();
  const row = await keepUpload(desk, acting, { conversationId: exists.id, file });
  try {
    await inScope(desk.db, acting, async (tx) => {
      await insertAttachments(tx, [row]);
      // Leave out the file name, which may contain a customer's data.
      record(desk, tx, acting, {
        action: 'conversation.file_uploaded',
        subject: { type: 'conversation', id: exists.id },
        changes: { bytes: { from: null, to: row.bytes } },
      });
      await keepUploadsWithinQuota(desk, tx, acting);
    });
  } catch (error) {
    await desk.blobs.remove(row.blob_key);
    throw error;
  }
  return view(row);
}

const view = ({ id, name, media_type, bytes }: AttachmentRow): Attachment => ({ id, name, media_type, bytes });

export interface FileContent {
  stream: Readable;
  name: string;
  mediaType: string;
  /** Null if the helpdesk stores the file. */
  bytes: number | null;
}

/** Reads a file of a message, from our store or through us from the helpdesk. Throws 404, also if neither has it, and 502. */
export async function readFile(
  desk: Desk,
  scope: OrganizationScope,
  at: { id: string; message_id: string; attachment_id: string },
): Promise<FileContent> {
  const { conversation, listed, row } = await inScope(desk.db, scope, async (tx) => {
    const message = await findMessage(tx, scope, at.id, at.message_id);
    const each = message?.attachments.find(({ id }) => id === at.attachment_id);
    if (!message || !each) throw notFound();
    return {
      conversation: await findConversation(tx, scope, at.id),
      listed: each,
      row: await findAttachment(tx, scope, { messageId: message.id, id: each.id }),
    };
  });
  const { name, media_type } = listed;
  // For a picture in a chat, no exact media type is known.
  const mediaType = media_type.includes('*') ? 'application/octet-stream' : media_type;
  if (row) {
    const stream = await desk.blobs.stream(row.blob_key);
    if (!stream) throw notFound();
    return { stream, name, mediaType, bytes: row.bytes };
  }
  if (!listed.url || !conversation) throw notFound();
  const stream = await fetchFile(desk, scope, { channel: conversation.channel, url: listed.url });
  return { stream, name, mediaType, bytes: null };
}

/** Reads the original mail of a customer's message. Throws 404, also if the message was not a mail or the mail is no longer stored. */
export async function readMailOfMessage(
  desk: Desk,
  scope: OrganizationScope,
  at: { id: string; message_id: string },
): Promise<FileContent> {
  const eventId = await inScope(desk.db, scope, async (tx) => {
    const conversation = await findConversation(tx, scope, at.id);
    const message = await findMessage(tx, scope, at.id, at.message_id);
    if (conversation?.channel !== 'email' || message?.kind !== 'customer') throw notFound();
    // The key of a mail ends with the id of its delivery.
    const thread = { channel: 'email' as const, reference: conversation.channel_reference };
    return message.provider_key?.slice(providerKey({ thread, providerMessageId: '' }).length) ?? '';
  });
  const original = await originalMail(desk, scope, eventId);
  if (!original) throw notFound();
  const { bytes, name, mediaType } = original;
  return { stream: Readable.from([bytes]), name, mediaType, bytes: bytes.byteLength };
}
