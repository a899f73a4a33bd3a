import { mostAttachmentBytes } from '@desk/contract/attachments';
import type { Tx } from '../../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { eachGuarded } from '../../platform/guarded.ts';
import { invalid, quotaExceeded } from '../../platform/http/errors.ts';
import { storableBeginning } from '../../platform/text/storable.logic.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { newId } from '../../platform/process/ids.ts';
import type { ListedAttachment } from '../record/conversations.tables.ts';
import {
  attachedBytes,
  bindToMessage,
  deleteAttachment,
  endedAttachments,
  findEnded,
  insertAttachments,
  lockAttached,
  lockUnsent,
  type AttachmentRow,
  type EndedAttachment,
} from './attachments.store.ts';

/** A file as the channel delivers it: with its bytes, with a URL at the helpdesk, or by name alone. */
export interface ArrivedFile {
  name: string;
  mediaType: string;
  bytes: number | null;
  url?: string;
  content?: Uint8Array;
}

/** The files that the message will list, and the stored bytes that no row names yet. */
export interface KeptFiles {
  listed: ListedAttachment[];
  stored: Pick<AttachmentRow, 'id' | 'name' | 'media_type' | 'bytes' | 'blob_key'>[];
}

/**
 * Stores the files of a message before the transaction that records it. `origin` names the delivery: a repeated delivery
 * writes to the same keys. A file over the organization's quota is listed, but its bytes are not stored.
 */
export async function keepFiles(
  desk: Desk,
  scope: OrganizationScope,
  { origin, files }: { origin: string; files: readonly ArrivedFile[] },
): Promise<KeptFiles> {
  const kept: KeptFiles = { listed: [], stored: [] };
  if (files.length === 0) return kept;
  let room = await roomLeft(desk, scope);
  for (const [index, { name, mediaType, bytes, url, content }] of files.entries()) {
    const file = { id: newId(), name: fileName(name), media_type: plainMediaType(mediaType) };
    if (!content || content.byteLength > room) {
      kept.listed.push({ ...file, bytes, ...(url ? { url } : {}) });
      continue;
    }
    room -= content.byteLength;
    const blob_key = `attachments/${scope.organizationId}/${origin}/${index}`;
    await desk.blobs.put(blob_key, content);
    kept.listed.push({ ...file, bytes: content.byteLength, kept: true });
    kept.stored.push({ ...file, bytes: content.byteLength, blob_key });
  }
  return kept;
}

/** Removes stored bytes that no message refers to in the end. */
export async function dropFiles(desk: Desk, { stored }: KeptFiles): Promise<void> {
  for (const { blob_key } of stored) await desk.blobs.remove(blob_key);
}

/** Inserts the rows of the stored files, in the transaction of their message. */
export const bindFiles = (
  desk: Desk,
  tx: Tx,
  message: { organization_id: string; conversation_id: string; id: string },
  { stored }: KeptFiles,
): Promise<void> =>
  insertAttachments(
    tx,
    stored.map((file) => ({
      ...file,
      organization_id: message.organization_id,
      conversation_id: message.conversation_id,
      message_id: message.id,
      created_at: desk.clock.now(),
      ends_at: null,
    })),
  );

const unsentMilliseconds = 24 * 3_600_000;

/** Stores an upload for a day, until a message of the conversation takes it. Throws 507 over the quota of the organization. */
export async function keepUpload(
  desk: Desk,
  scope: OrganizationScope,
  { conversationId, file }: { conversationId: string; file: { name: string; mediaType: string; bytes: Buffer } },
): Promise<AttachmentRow> {
  if (file.bytes.byteLength === 0) throw invalid('/file', sentence`The file is empty.`);
  if (file.bytes.byteLength > (await roomLeft(desk, scope))) throw noRoom(desk);
  const id = newId();
  const now = desk.clock.now();
  const blob_key = `attachments/${scope.organizationId}/${id}`;
  await desk.blobs.put(blob_key, file.bytes);
  return {
    organization_id: scope.organizationId,
    id,
    conversation_id: conversationId,
    message_id: null,
    name: fileName(file.name),
    media_type: plainMediaType(file.mediaType),
    bytes: file.bytes.byteLength,
    blob_key,
    created_at: now,
    ends_at: new Date(now.getTime() + unsentMilliseconds),
  };
}

/**
 * Throws 507 if the rows of this transaction exceed the quota of the organization. Locks the organization's uploads until its end,
 * so call it last. The check before the upload is not enough: several uploads at once may each have had room then.
 */
export async function keepUploadsWithinQuota(desk: Desk, tx: Tx, scope: OrganizationScope): Promise<void> {
  await lockAttached(tx, scope);
  if ((await attachedBytes(tx, scope)) > quotaOf(desk)) throw noRoom(desk);
}

/**
 * Locks and returns the unsent files with these ids. Throws 422 if one is not an unsent file of the conversation, or if they are
 * too large together.
 */
export async function takeUploads(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  { conversationId, ids }: { conversationId: string; ids: readonly string[] },
): Promise<AttachmentRow[]> {
  if (ids.length === 0) return [];
  const rows = await lockUnsent(tx, scope, { conversationId, ids, now: desk.clock.now() });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const taken = ids.map((id, index) => {
    const row = byId.get(id.toLowerCase());
    if (!row) throw invalid(`/attachment_ids/${index}`, sentence`This conversation has no unsent file with this id.`);
    return row;
  });
  if (taken.reduce((sum, { bytes }) => sum + bytes, 0) > mostAttachmentBytes)
    throw invalid('/attachment_ids', sentence`The files of one message must not exceed 25 MiB in total.`);
  return taken;
}

/** The uploads as the message lists them. */
export const listedOf = (rows: readonly AttachmentRow[]): ListedAttachment[] =>
  rows.map(({ id, name, media_type, bytes }) => ({ id, name, media_type, bytes, kept: true }));

/** Binds the uploads to the message that is sent with them. */
export const bindUploads = async (
  tx: Tx,
  scope: OrganizationScope,
  messageId: string,
  rows: readonly AttachmentRow[],
): Promise<void> => {
  if (rows.length > 0)
    await bindToMessage(
      tx,
      scope,
      messageId,
      rows.map(({ id }) => id),
    );
};

const mostAtOnce = 500;

/** Removes files whose time is over: uploads that were not sent within a day, and files of deleted messages. */
export async function sweepAttachments(desk: Desk): Promise<void> {
  const now = desk.clock.now();
  for (;;) {
    const ended = await endedAttachments(desk.db, now, mostAtOnce);
    let removed = 0;
    await eachGuarded(desk, 'attachment', ended, async (file) => {
      await removeEnded(desk, file, now);
      removed += 1;
    });
    if (ended.length < mostAtOnce || removed === 0) return;
  }
}

// Deletes the bytes first, so that a crash in between leaves a row that the next sweep finds.
async function removeEnded(desk: Desk, { id, ...scope }: EndedAttachment, now: Date): Promise<void> {
  const row = await inScope(desk.db, scope, (tx) => findEnded(tx, scope, id, now));
  if (!row) return;
  await desk.blobs.remove(row.blob_key);
  await inScope(desk.db, scope, (tx) => deleteAttachment(tx, scope, id));
}

const roomLeft = async (desk: Desk, scope: OrganizationScope): Promise<number> =>
  quotaOf(desk) - (await inScope(desk.db, scope, (tx) => attachedBytes(tx, scope)));

const quotaOf = ({ config }: Desk): number => config.STORAGE_QUOTA_MB * 1_048_576;

const noRoom = ({ config }: Desk) =>
  quotaExceeded(
    sentence`The attachments of this organization may use ${config.STORAGE_QUOTA_MB} MB. Ask the operator.`,
  );

// For display only. Control characters and changes of text direction could make one name look like another.
const fileName = (name: string) =>
  storableBeginning(
    storableBeginning(name, 1_000)
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
      .replace(/^.*[\\/]/, '')
      .trim(),
    255,
  ) || 'attachment';

// The download sends it in a header, which cannot carry every text.
const plainMediaType = (value: string) => {
  const [type = ''] = value.toLowerCase().slice(0, 200).split(';');
  return /^[\w.+-]{1,80}\/[\w.+*-]{1,80}$/.test(type.trim()) ? type.trim() : 'application/octet-stream';
};
