import type { FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';

/** For bodies that may come in several forms: checks by `schema` what Fastify could not check before it knew the form. */
export function checkedBody<S extends TSchema>(request: FastifyRequest, schema: S, body: unknown): Static<S> {
  const check = request.compileValidationSchema(schema as Record<string, unknown>, 'body');
  if (check(body)) return body as Static<S>;
  // In the form of Fastify's own refusals, so that `problems.ts` makes the same answer of it.
  throw Object.assign(new Error('The body is not valid.'), {
    validation: check.errors ?? [],
    validationContext: 'body',
  });
}
