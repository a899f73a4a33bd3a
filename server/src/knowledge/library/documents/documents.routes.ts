import { type Document, ReplaceText, UploadFields } from '@desk/contract/documents';
import {
  createTextDocument,
  deleteDocument as deleteDocumentEndpoint,
  listChunks,
  listDocuments,
  listVersions,
  readChunk,
  readDocument,
  readDocumentContent,
  reingestDocument,
  updateDocument,
  uploadDocument,
} from '@desk/contract/knowledge';
import type { FastifyRequest } from 'fastify';
import { member, workspaceAdmin } from '../../../access/index.ts';
import type { Desk } from '../../../platform/desk.ts';
import { answered, route, type Route } from '../../../platform/server/route.ts';
import { savedAs } from '../../../platform/http/saved-as.ts';
import { readUpload } from '../../../platform/http/upload.ts';
import { checkedBody, readFileAlone } from '../../../platform/server/checked-body.ts';
import {
  pageOfChunks,
  pageOfDocuments,
  pageOfVersions,
  readContent,
  showChunk,
  showDocument,
  type StoredFile,
} from './document-pages.actions.ts';
import { addText, addUpload, changeDocument, deleteDocument, type ForgetDocument } from './documents.actions.ts';
import { reingest, type NewSource } from './reingest.actions.ts';

export const documentRoutes = (desk: Desk, forget: ForgetDocument): Route[] => [
  route(listDocuments, member, ({ scope, query }) => pageOfDocuments(desk, scope, query)),
  route(readDocument, member, ({ scope, params }) => showDocument(desk, scope, params.id)),
  route(createTextDocument, workspaceAdmin, async ({ scope, body }) => accepted(await addText(desk, scope, body))),
  route(uploadDocument, workspaceAdmin, async ({ scope, request }) => {
    const { file, fields } = await readUpload(desk, request);
    return accepted(await addUpload(desk, scope, { file, fields: checkedBody(request, UploadFields, fields) }));
  }),
  route(reingestDocument, workspaceAdmin, async ({ scope, params, request, expectedVersion }) => {
    const replacement = await replacementIn(desk, request);
    const { document, unchanged } = await reingest(desk, scope, { id: params.id, expectedVersion, replacement });
    return unchanged ? answered(200, { ...document, unchanged: true as const }) : answered(202, document);
  }),
  route(updateDocument, workspaceAdmin, ({ scope, params, body, expectedVersion }) =>
    changeDocument(desk, scope, { id: params.id, change: body, expectedVersion }),
  ),
  route(deleteDocumentEndpoint, workspaceAdmin, async ({ scope, params, expectedVersion }) => {
    await deleteDocument(desk, scope, { id: params.id, expectedVersion }, forget);
    return null;
  }),
  route(listChunks, member, ({ scope, params, query }) => pageOfChunks(desk, scope, params.id, query)),
  route(readChunk, member, ({ scope, params }) =>
    showChunk(desk, scope, { documentId: params.id, chunkId: params.chunk_id }),
  ),
  route(listVersions, member, ({ scope, params, query }) => pageOfVersions(desk, scope, params.id, query)),
  route(readDocumentContent, member, async ({ scope, params }) =>
    attachment(await readContent(desk, scope, params.id)),
  ),
];

const accepted = (document: Document) =>
  answered(202, document, { location: `/api/knowledge/documents/${document.id}` });

async function replacementIn(desk: Desk, request: FastifyRequest): Promise<NewSource> {
  if (request.isMultipart()) return { kind: 'file', file: await readFileAlone(desk, request) };
  if (request.body === undefined || request.body === null) return { kind: 'none' };
  const { text, title } = checkedBody(request, ReplaceText, request.body);
  return { kind: 'text', text, title };
}

const attachment = ({ stream, fileName: name, ...content }: StoredFile) =>
  answered<unknown>(200, stream, savedAs({ name, ...content }));
