import Type, { type Static } from 'typebox';
import { Id, NameOf, Nullable, Strict, Timestamp, Sentence } from './http.ts';

/** The largest uploaded file, in bytes. */
export const uploadLimit = 26_214_400;

const Title = NameOf(300);
/** BCP 47; only the first subtag is used today. */
const Language = Type.String({ pattern: '^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$', maxLength: 35 });

export const documentStatuses = [
  'queued',
  'fetching',
  'parsing',
  'chunking',
  'indexing',
  'ready',
  'failed',
  'cancelled',
] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

export const documentErrorCodes = [
  'unsupported_type',
  'too_large',
  'encrypted',
  'empty_text',
  'corrupt',
  'fetch_denied',
  'fetch_not_found',
  'source_revoked',
  'timeout',
  'quota',
  'storage_full',
] as const;
export type DocumentErrorCode = (typeof documentErrorCodes)[number];

export const DocumentError = Type.Object({
  code: Type.Enum(documentErrorCodes),
  message: Sentence,
  remedy: Sentence,
});
export type DocumentError = Static<typeof DocumentError>;

export const sourceKinds = ['upload', 'text', 'cloud_drive'] as const;
export type SourceKind = (typeof sourceKinds)[number];
export const textFormats = ['plain', 'markdown', 'html'] as const;
export type TextFormat = (typeof textFormats)[number];

/**
 * `stale`: we cannot read its source, or have not read it again for a year. `expired`: `expires_at` has passed, so the document
 * is no longer used.
 */
export const freshnesses = ['fresh', 'stale', 'expired'] as const;
export type Freshness = (typeof freshnesses)[number];

export const Document = Type.Object({
  id: Id,
  collection_id: Id,
  title: Type.String(),
  source: Type.Object({
    kind: Type.Enum(sourceKinds),
    file_name: Type.Optional(Type.String()),
    media_type: Type.Optional(Type.String()),
    bytes: Type.Optional(Type.Integer()),
    file_id: Type.Optional(Type.String()),
    url: Type.Optional(Type.String()),
    external_id: Type.Optional(Type.String()),
  }),
  status: Type.Enum(documentStatuses),
  retrievable: Type.Boolean(),
  enabled: Type.Boolean(),
  language: Nullable(Type.String()),
  active_version: Nullable(Type.Integer()),
  pending_version: Nullable(Type.Integer()),
  progress: Type.Object({ stage: Type.Enum(documentStatuses), done: Type.Integer(), total: Type.Integer() }),
  error: Nullable(DocumentError),
  content_hash: Nullable(Type.String()),
  freshness: Type.Enum(freshnesses),
  chunk_count: Type.Integer(),
  expires_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
  ingested_at: Nullable(Timestamp),
  version: Type.Integer(),
  /** Only in the answer of a re-ingestion that found nothing new. */
  unchanged: Type.Optional(Type.Literal(true)),
});
export type Document = Static<typeof Document>;

const WebAddress = Type.String({ pattern: '^https?://[^\\s]+$', maxLength: 2000 });

export const CreateTextDocument = Strict({
  collection_id: Id,
  title: Title,
  text: Type.String({ minLength: 1, pattern: '\\S' }),
  format: Type.Optional(Type.Enum(textFormats)),
  language: Type.Optional(Language),
  external_id: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
  source_url: Type.Optional(WebAddress),
});
export type CreateTextDocument = Static<typeof CreateTextDocument>;

/** The fields of the upload form in addition to `file`. */
export const UploadFields = Strict({
  collection_id: Id,
  title: Type.Optional(Title),
  language: Type.Optional(Language),
});
export type UploadFields = Static<typeof UploadFields>;

const File = Type.String({ contentMediaType: 'application/octet-stream', description: 'At most 25 MiB' });
export const UploadForm = Strict({ file: File, ...UploadFields.properties });
/** The form of a re-ingestion by a file. */
export const ReplaceFile = Strict({ file: File });

export const UpdateDocument = Strict({
  title: Type.Optional(Title),
  collection_id: Type.Optional(Id),
  enabled: Type.Optional(Type.Boolean()),
  expires_at: Type.Optional(Nullable(Timestamp)),
});
export type UpdateDocument = Static<typeof UpdateDocument>;

/** The JSON form of a re-ingestion. A file is sent as multipart; without a body, the source is read again. */
export const ReplaceText = Strict({
  text: Type.String({ minLength: 1, pattern: '\\S' }),
  title: Type.Optional(Title),
});
export type ReplaceText = Static<typeof ReplaceText>;

export const Chunk = Type.Object({
  id: Id,
  version: Type.Integer(),
  position: Type.Integer(),
  title: Type.String(),
  heading_path: Type.Array(Type.String()),
  text: Type.String(),
  /** Its characters in the text (or in the text extracted from the file), and the page of a PDF or the number of a slide. */
  place: Type.Object({ start: Type.Integer(), end: Type.Integer(), page: Nullable(Type.Integer()) }),
});
export type Chunk = Static<typeof Chunk>;

export const versionStates = ['building', 'active', 'superseded', 'failed'] as const;
export type VersionState = (typeof versionStates)[number];

export const DocumentVersion = Type.Object({
  version: Type.Integer(),
  state: Type.Enum(versionStates),
  title: Type.String(),
  file_name: Nullable(Type.String()),
  media_type: Type.String(),
  bytes: Type.Integer(),
  /** Null until it has been fetched from its source. */
  content_hash: Nullable(Type.String()),
  chunk_count: Type.Integer(),
  error: Nullable(DocumentError),
  created_at: Timestamp,
  ingested_at: Nullable(Timestamp),
});
export type DocumentVersion = Static<typeof DocumentVersion>;

/** An answer or draft that cites the document, with its conversation. */
export const CitedIn = Type.Object({
  decision_id: Id,
  conversation_id: Id,
  subject: Nullable(Type.String()),
  customer_name: Nullable(Type.String()),
  /** Whether the conversation went to people nevertheless. */
  escalated: Type.Boolean(),
  at: Timestamp,
});
export type CitedIn = Static<typeof CitedIn>;
