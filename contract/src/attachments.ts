import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Bytes, Id, IdParams, Nullable, Strict } from './http.ts';

const tag = 'Conversations';

/** A file of a message, or one that is not sent yet. */
export const Attachment = Type.Object({
  id: Id,
  name: Type.String(),
  media_type: Type.String(),
  /** Null if the helpdesk does not report it. */
  bytes: Nullable(Type.Integer()),
  /** The address of its bytes; absent if they are not stored anywhere. */
  url: Type.Optional(Type.String()),
});
export type Attachment = Static<typeof Attachment>;

/** The most files of one message, and the most bytes of them together. */
export const mostAttachments = 10;
export const mostAttachmentBytes = 26_214_400;

export const uploadAttachment = endpoint({
  method: 'POST',
  path: '/api/conversations/:id/attachments',
  operation: 'uploadAttachment',
  summary: 'Upload a file to send with a message in this conversation; it is kept for a day',
  tag,
  params: IdParams,
  reads: {
    content: {
      'multipart/form-data': Type.Object({ file: Type.String({ format: 'binary' }) }),
    },
  },
  limit: { times: 300, seconds: 3_600 },
  reply: { 201: Attachment },
});

export const readAttachment = endpoint({
  method: 'GET',
  path: '/api/conversations/:id/messages/:message_id/attachments/:attachment_id',
  operation: 'readAttachment',
  summary: 'Download a file of a message',
  tag,
  params: Strict({ id: Id, message_id: Id, attachment_id: Id }),
  reply: { 200: Type.Unknown() },
  sends: { '*/*': Bytes },
});

export const readOriginal = endpoint({
  method: 'GET',
  path: '/api/conversations/:id/messages/:message_id/original',
  operation: 'readOriginal',
  summary: 'Download the original mail; it may contain what its safe form leaves out',
  tag,
  params: Strict({ id: Id, message_id: Id }),
  reply: { 200: Type.Unknown() },
  // Postmark delivers a mail as JSON.
  sends: { 'message/rfc822': Bytes, 'application/json': Type.Unknown() },
});
