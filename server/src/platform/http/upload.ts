import { uploadLimit } from '@desk/contract/documents';
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { BlobStoreUnavailable } from '../blobs/blobs.ts';
import type { BodyBudget } from './body-in-flight.ts';
import { AppError, invalid, malformed, tooLarge, unsupportedMediaType } from './errors.ts';
import { sentence } from '../words/sentence.logic.ts';
import { isStorable } from '../text/storable.logic.ts';

export interface UploadForm {
  file: { bytes: Buffer; name: string; mediaType: string };
  fields: Record<string, string>;
}

const read = new WeakMap<FastifyRequest, Promise<UploadForm>>();

/**
 * Reads one file and a few short fields, in any order. Throws 413 over the limit, 503 while too much arrives at once or the disk is full,
 * 415 for another content type, 422 without a file.
 * Keeps the form, because it can be read from the wire only once and an Idempotency-Key needs it before the handler does.
 */
export function readUpload(desk: { bodies: BodyBudget }, request: FastifyRequest): Promise<UploadForm> {
  const form = read.get(request) ?? readParts(desk, request);
  read.set(request, form);
  return form;
}

async function readParts(desk: { bodies: BodyBudget }, request: FastifyRequest): Promise<UploadForm> {
  if (!request.isMultipart()) throw unsupportedMediaType(sentence`Send the file as multipart/form-data.`);
  const fields: Record<string, string> = {};
  let file: UploadForm['file'] | null = null;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') fields[part.fieldname] = fieldText(part);
      else {
        const bytes = await desk.bodies.takeOf(request, part.file, { limit: uploadLimit });
        if (part.file.truncated) throw tooLarge(uploadLimit);
        file = { bytes, name: safeName(part.filename), mediaType: part.mimetype };
      }
    }
  } catch (error) {
    throw problemOf(error);
  }
  if (!file) throw invalid('/file', sentence`A file is needed.`);
  return { file, fields };
}

const limits = { fileSize: uploadLimit, files: 1, fields: 10, fieldSize: 10_000, parts: 11, fieldNameSize: 100 };

function fieldText(part: Extract<Multipart, { type: 'field' }>): string {
  const text = typeof part.value === 'string' ? part.value : '';
  if (!isStorable(text)) throw malformed(sentence`A field of the form is not valid text.`);
  return text;
}

// The name is for display only. Control characters and text-direction marks could make a name look like another.
const safeName = (name: string | undefined) =>
  (name ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/^.*[\\/]/, '')
    .trim()
    .slice(0, 255) || 'file';

function problemOf(error: unknown): unknown {
  if (error instanceof AppError || error instanceof BlobStoreUnavailable) return error;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(uploadLimit);
  if (/^FST_(?:FILES|FIELDS|PARTS)_LIMIT$/.test(code))
    return invalid('/file', sentence`Send one file and a few fields.`);
  return malformed(sentence`The form could not be read.`);
}
