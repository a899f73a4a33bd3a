import Type, { type Static } from 'typebox';
import { ConnectUrl, Credential, IntegrationStep, OauthCallback } from './channels.ts';
import { Document } from './documents.ts';
import { endpoint } from './endpoint.ts';
import { Id, Nullable, Page, PageQuery, Strict, Timestamp, Sentence } from './http.ts';

const tag = 'Cloud drive';

/** The drive's id of a file or folder; `root` is the top folder of the account's own drive. */
const DriveId = Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 200 });

export const WatchedFolder = Type.Object({
  folder_id: Type.String(),
  name: Type.String(),
  collection_id: Id,
  recursive: Type.Boolean(),
  added_at: Timestamp,
});

export const DriveStatus = Type.Object({
  status: Type.Enum(['not_configured', 'connected', 'needs_reauth', 'disconnected']),
  credential: Nullable(Type.Enum(['oauth', 'service_account'])),
  /** `name` is the address of the account. */
  account: Nullable(Type.Object({ id: Type.String(), name: Nullable(Type.String()) })),
  scopes: Type.Array(Type.String()),
  steps: Type.Array(IntegrationStep),
  /** New files in these folders become documents. */
  folders: Type.Array(WatchedFolder),
  last_checked_at: Nullable(Timestamp),
  next_check_at: Nullable(Timestamp),
  last_error: Nullable(Sentence),
});
export type DriveStatus = Static<typeof DriveStatus>;

export const DriveApp = Strict({ client_id: Type.Optional(Credential), client_secret: Type.Optional(Credential) });
export type DriveApp = Static<typeof DriveApp>;

export const DriveFile = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: Type.Enum(['file', 'folder']),
  media_type: Type.String(),
  bytes: Nullable(Type.Integer()),
  modified_at: Nullable(Timestamp),
  url: Nullable(Type.String()),
  /** Whether an item of this kind can become a document. */
  readable: Type.Boolean(),
  /** The document that was already made from it. */
  document_id: Nullable(Id),
});
export type DriveFile = Static<typeof DriveFile>;

export const AddDriveDocuments = Strict({
  collection_id: Id,
  file_ids: Type.Optional(Type.Array(DriveId, { minItems: 1, maxItems: 200 })),
  folder_id: Type.Optional(DriveId),
  recursive: Type.Optional(Type.Boolean({ default: false })),
});
export type AddDriveDocuments = Static<typeof AddDriveDocuments>;

const status = { 200: DriveStatus };

export const getDriveStatus = endpoint({
  method: 'GET',
  path: '/api/integrations/cloud-drive/status',
  operation: 'getDriveStatus',
  summary: 'Whether the cloud drive is connected, with which account, and which folders are watched',
  tag,
  reply: status,
});
export const getDriveConnectUrl = endpoint({
  method: 'GET',
  path: '/api/integrations/cloud-drive/connect-url',
  operation: 'getDriveConnectUrl',
  summary: 'Where to send an admin to grant access to the cloud drive',
  tag,
  reply: { 200: ConnectUrl },
});
export const exchangeDriveCode = endpoint({
  method: 'POST',
  path: '/api/integrations/cloud-drive/oauth/exchange',
  operation: 'exchangeDriveCode',
  summary: 'Finish connecting the cloud drive with the code from its redirect',
  tag,
  body: OauthCallback,
  reply: status,
});
export const putDriveApp = endpoint({
  method: 'PUT',
  path: '/api/integrations/cloud-drive/app',
  operation: 'putDriveApp',
  summary: "Use the organization's own OAuth client for the cloud drive",
  tag,
  body: DriveApp,
  reply: status,
});
export const disconnectDrive = endpoint({
  method: 'POST',
  path: '/api/integrations/cloud-drive/disconnect',
  operation: 'disconnectDrive',
  summary: 'Disconnect the cloud drive: revoke the grant and delete it; documents stay as they are',
  tag,
  reply: status,
});
export const listDriveFiles = endpoint({
  method: 'GET',
  path: '/api/integrations/cloud-drive/files',
  operation: 'listDriveFiles',
  summary: 'The contents of a folder of the cloud drive; without folder_id, those of its top level',
  tag,
  query: Strict({
    folder_id: Type.Optional(DriveId),
    ...PageQuery,
  }),
  reply: { 200: Page(DriveFile) },
});
export const unwatchDriveFolder = endpoint({
  method: 'DELETE',
  path: '/api/integrations/cloud-drive/folders/:folder_id',
  operation: 'unwatchDriveFolder',
  summary: 'Stop watching a folder; its documents stay',
  tag,
  params: Strict({ folder_id: DriveId }),
  reply: { 204: Type.Null() },
});
export const addDriveDocuments = endpoint({
  method: 'POST',
  path: '/api/knowledge/documents/cloud-drive',
  operation: 'addDriveDocuments',
  summary: 'Add files of the cloud drive, and all files of a folder, which is watched from then on',
  tag,
  body: AddDriveDocuments,
  reply: { 202: Type.Object({ items: Type.Array(Document) }) },
});
