import Type, { type Static } from 'typebox';
import {
  Chunk,
  CitedIn,
  CreateTextDocument,
  Document,
  documentStatuses,
  DocumentVersion,
  ReplaceFile,
  ReplaceText,
  sourceKinds,
  UpdateDocument,
  UploadForm,
} from './documents.ts';
import { endpoint } from './endpoint.ts';
import { Bytes, Id, IdParams, NameOf, Nullable, Page, PageQuery, Strict, Timestamp } from './http.ts';

const Name = NameOf(120);

/* Collections */

/** `staff`: people can find it, but no reply to a customer uses it. */
export const audiences = ['customers', 'staff'] as const;
export type Audience = (typeof audiences)[number];

export const Collection = Type.Object({
  id: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  enabled: Type.Boolean(),
  audience: Type.Enum(audiences),
  document_count: Type.Integer(),
  ready_count: Type.Integer(),
  failed_count: Type.Integer(),
  /** The number of answers of the last seven days that cite its documents. */
  used_last_7_days: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
  version: Type.Integer(),
});
export type Collection = Static<typeof Collection>;

const collectionMembers = {
  description: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))),
  enabled: Type.Optional(Type.Boolean()),
  audience: Type.Optional(Type.Enum(audiences)),
};
export const CreateCollection = Strict({ name: Name, ...collectionMembers });
export type CreateCollection = Static<typeof CreateCollection>;
export const UpdateCollection = Strict({ name: Type.Optional(Name), ...collectionMembers });
export type UpdateCollection = Static<typeof UpdateCollection>;

/* Search */

export const SearchKnowledge = Strict({
  query: Type.String({ minLength: 1, maxLength: 4000, pattern: '\\S' }),
  collection_ids: Type.Optional(Type.Array(Id, { maxItems: 50 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 10 })),
});
export type SearchKnowledge = Static<typeof SearchKnowledge>;

export const SearchResult = Type.Object({
  document_id: Id,
  version: Type.Integer(),
  chunk_id: Id,
  title: Type.String(),
  heading_path: Type.Array(Type.String()),
  text: Type.String(),
  score: Type.Number(),
  lexical_rank: Nullable(Type.Integer()),
  vector_rank: Nullable(Type.Integer()),
});
export type SearchResult = Static<typeof SearchResult>;

/* Endpoints */

const tag = 'Knowledge';
const params = IdParams;
const gone = { 204: Type.Null() };

export const listCollections = endpoint({
  method: 'GET',
  path: '/api/knowledge/collections',
  operation: 'listCollections',
  summary: 'Collections, oldest first',
  tag,
  query: Strict(PageQuery),
  reply: { 200: Page(Collection) },
});
export const readCollection = endpoint({
  method: 'GET',
  path: '/api/knowledge/collections/:id',
  operation: 'readCollection',
  summary: 'One collection',
  tag,
  params,
  reply: { 200: Collection },
});
export const createCollection = endpoint({
  method: 'POST',
  path: '/api/knowledge/collections',
  operation: 'createCollection',
  summary: 'Create a collection',
  tag,
  body: CreateCollection,
  reply: { 201: Collection },
});
export const updateCollection = endpoint({
  method: 'PATCH',
  path: '/api/knowledge/collections/:id',
  operation: 'updateCollection',
  summary: 'Change a collection; disabling it or restricting it to staff takes effect with the next answer',
  tag,
  params,
  body: UpdateCollection,
  reply: { 200: Collection },
});
export const deleteCollection = endpoint({
  method: 'DELETE',
  path: '/api/knowledge/collections/:id',
  operation: 'deleteCollection',
  summary: 'Delete a collection that holds no document',
  tag,
  params,
  reply: gone,
});

export const listDocuments = endpoint({
  method: 'GET',
  path: '/api/knowledge/documents',
  operation: 'listDocuments',
  summary: 'Documents, oldest first',
  tag,
  query: Strict({
    ...PageQuery,
    collection_id: Type.Optional(Id),
    status: Type.Optional(Type.Enum(documentStatuses)),
    retrievable: Type.Optional(Type.Boolean()),
    source: Type.Optional(Type.Enum(sourceKinds)),
    audience: Type.Optional(Type.Enum(audiences)),
    q: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  reply: { 200: Page(Document) },
});
export const readDocument = endpoint({
  method: 'GET',
  path: '/api/knowledge/documents/:id',
  operation: 'readDocument',
  summary: 'One document',
  tag,
  params,
  reply: { 200: Document },
});
export const createTextDocument = endpoint({
  method: 'POST',
  path: '/api/knowledge/documents/text',
  operation: 'createTextDocument',
  summary: 'Add a document as text, or update the one with the same external_id',
  tag,
  body: CreateTextDocument,
  reply: { 202: Document },
});
export const uploadDocument = endpoint({
  method: 'POST',
  path: '/api/knowledge/documents/upload',
  operation: 'uploadDocument',
  summary: 'Add a document from a file (PDF, DOCX, PPTX, XLSX, ODT, HTML, Markdown, CSV, JSON, EML, text)',
  tag,
  reads: { content: { 'multipart/form-data': UploadForm } },
  limit: { times: 20, seconds: 60, daily: 200 },
  reply: { 202: Document },
});
export const reingestDocument = endpoint({
  method: 'POST',
  path: '/api/knowledge/documents/:id/reingest',
  operation: 'reingestDocument',
  summary: 'Read the source again, or replace it with text or a file',
  tag,
  params,
  reads: { content: { 'application/json': ReplaceText, 'multipart/form-data': ReplaceFile }, optional: true },
  limit: { times: 20, seconds: 60, daily: 200 },
  reply: { 202: Document, 200: Document },
});
export const updateDocument = endpoint({
  method: 'PATCH',
  path: '/api/knowledge/documents/:id',
  operation: 'updateDocument',
  summary: 'Change title, collection, availability or expiry of a document',
  tag,
  params,
  body: UpdateDocument,
  reply: { 200: Document },
});
export const deleteDocument = endpoint({
  method: 'DELETE',
  path: '/api/knowledge/documents/:id',
  operation: 'deleteDocument',
  summary: 'Remove a document, its passages and its bytes',
  tag,
  params,
  reply: gone,
});
export const listChunks = endpoint({
  method: 'GET',
  path: '/api/knowledge/documents/:id/chunks',
  operation: 'listChunks',
  summary: 'The passages of the active version, in order',
  tag,
  params,
  query: Strict(PageQuery),
  reply: { 200: Page(Chunk) },
});
export const readChunk = endpoint({
  method: 'GET',
  path: '/api/knowledge/documents/:id/chunks/:chunk_id',
  operation: 'readChunk',
  summary: 'One passage as it was cited, even if its version is no longer active',
  tag,
  params: Strict({ id: Id, chunk_id: Id }),
  reply: { 200: Chunk },
});
export const listVersions = endpoint({
  method: 'GET',
  path: '/api/knowledge/documents/:id/versions',
  operation: 'listVersions',
  summary: 'The versions of a document, newest first',
  tag,
  params,
  query: Strict(PageQuery),
  reply: { 200: Page(DocumentVersion) },
});
export const listCitations = endpoint({
  method: 'GET',
  path: '/api/knowledge/documents/:id/citations',
  operation: 'listCitations',
  summary: 'The answers that cite a document and their conversations, newest first',
  tag,
  params,
  query: Strict(PageQuery),
  reply: { 200: Page(CitedIn) },
});
export const readDocumentContent = endpoint({
  method: 'GET',
  path: '/api/knowledge/documents/:id/content',
  operation: 'readDocumentContent',
  summary: 'The original bytes, as an attachment',
  tag,
  params,
  reply: { 200: Type.Unknown() },
  sends: { '*/*': Bytes },
});
export const searchKnowledge = endpoint({
  method: 'POST',
  path: '/api/knowledge/search',
  operation: 'searchKnowledge',
  summary: 'Search the knowledge in the same way as answers to customers do',
  tag,
  body: SearchKnowledge,
  reply: { 200: Type.Object({ items: Type.Array(SearchResult), took_ms: Type.Number() }) },
});
