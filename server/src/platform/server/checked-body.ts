import { Strict } from '@desk/contract/http';
import type { FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Desk } from '../desk.ts';
import { readUpload, type UploadForm } from '../http/upload.ts';

/** Checks a body that may come in several forms: Fastify cannot apply `schema` before the form is known. */
export function checkedBody<S extends TSchema>(request: FastifyRequest, schema: S, body: unknown): Static<S> {
  const check = request.compileValidationSchema(schema as Record<string, unknown>, 'body');
  if (check(body)) return body as Static<S>;
  // Use the form of Fastify's own validation errors, so that `problems.ts` translates it in the same way.
  throw Object.assign(new Error('The body is not valid.'), {
    validation: check.errors ?? [],
    validationContext: 'body',
  });
}

/** The file of a form that has no other fields. */
export async function readFileAlone(desk: Desk, request: FastifyRequest): Promise<UploadForm['file']> {
  const { file, fields } = await readUpload(desk, request);
  checkedBody(request, Strict({}), fields);
  return file;
}
