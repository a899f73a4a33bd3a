import { maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { jsonBodyLimit } from '@desk/contract/http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BlobStoreUnavailable } from '../blobs/blobs.ts';
import { isDatabaseUnavailable } from '../database/database.ts';
import {
  AppError,
  headersTooLarge,
  invalidFields,
  malformed,
  methodNotAllowed,
  noSuchPath,
  notFound,
  tooLarge,
  tooSlow,
  unavailable,
  unsupportedMediaType,
} from '../http/errors.ts';
import { sentenceOf } from '../http/field-error.logic.ts';
import { newId } from '../process/ids.ts';
import { languageOf, sayIn, translations, type Language } from '../words/say.ts';
import { sentence } from '../words/sentence.logic.ts';
import { inLanguage } from '../words/answer-language.ts';
import { wrongFields } from './wrong-fields.logic.ts';

/** Translates every failure to RFC 9457 once. An unexpected failure becomes a constant 500 text and a log line. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof BlobStoreUnavailable)
      request.log.error({ code: error.code }, 'files cannot be stored or read');
    const known = translate(error, request);
    if (known) return sendProblem(reply, request, known);
    request.log.error({ err: { name: error.name, code: error.code, stack: error.stack } }, 'unexpected failure');
    return sendProblem(
      reply,
      request,
      new AppError(500, 'internal_error', sentence`Something went wrong on our side.`),
    );
  });
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    const allowed = app.mountedRoutes.flatMap(({ name }) => methodAt(path, name));
    sendProblem(reply, request, allowed.length > 0 ? methodNotAllowed(allowed) : noSuchPath());
  });
}

/** Returns the method of the route, in a list, if its pattern matches the path. */
function methodAt(path: string, route: string): string[] {
  const [method = '', pattern = ''] = route.split(' ');
  const parts = pattern.split('/');
  const segments = path.split('/');
  const fits =
    parts.length === segments.length && parts.every((part, at) => part === segments[at] || part.startsWith(':'));
  return fits ? [method] : [];
}

/** Sends an error as problem+json (RFC 9457) in the language of the request, with the id of the request. */
export function sendProblem(reply: FastifyReply, request: FastifyRequest, error: AppError): FastifyReply {
  const language = languageOf(request);
  inLanguage(reply, language);
  // Send a string: the route's response schema describes successes and must not reshape a problem.
  return reply
    .code(error.status)
    .headers(error.headers)
    .type('application/problem+json')
    .send(JSON.stringify(problemOf(error, { language, requestId: request.id })));
}

/** Answers what is not HTTP, has too large headers, or comes too slowly: it never becomes a request with a route. */
export function answerUnreadable({ code }: { code?: string }, socket: Duplex): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const error = unreadable(code);
  const requestId = newId();
  const body = JSON.stringify(problemOf(error, { language: 'en', requestId }));
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-ID: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

function unreadable(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge(maxHeaderSize);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return tooSlow();
  return malformed(sentence`The request could not be read.`);
}

const problemOf = (error: AppError, { language, requestId }: { language: Language; requestId: string }) => ({
  type: `urn:frontdesk:problem:${error.code}`,
  title: STATUS_CODES[error.status] ?? 'Error',
  status: error.status,
  detail: detailIn(language, error),
  code: error.code,
  request_id: requestId,
  ...error.extra,
  ...(error.errors
    ? { errors: error.errors.map(({ path, message }) => ({ path, message: sayIn(language)(message) })) }
    : {}),
});

const detailIn = (language: Language, { detail }: AppError): string =>
  'path' in detail ? sentenceOf(detail, translations[language]) : sayIn(language)(detail);

function translate(error: FastifyError, request: FastifyRequest): AppError | null {
  if (error instanceof AppError) return error;
  if (error.validation) return validationProblem(error);
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return tooLarge(limitOf(error, request));
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMediaType(sentence`This endpoint does not accept this content type.`);
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return malformed(sentence`The body is not valid JSON.`);
  }
  if (error instanceof BlobStoreUnavailable)
    return unavailable(sentence`File storage is unavailable. Nothing was changed.`);
  if (isDatabaseUnavailable(error)) return unavailable(sentence`The database is unavailable. Nothing was changed.`);
  if (error instanceof SyntaxError || error.statusCode === 400)
    return malformed(sentence`The request could not be read.`);
  return null;
}

const limitOf = (error: FastifyError, { routeOptions }: FastifyRequest) =>
  'limit' in error && typeof error.limit === 'number' ? error.limit : (routeOptions.bodyLimit ?? jsonBodyLimit);

function validationProblem(error: FastifyError): AppError {
  // Answer an invalid id like one that does not exist.
  if (error.validationContext === 'params') return notFound();
  const prefix = prefixes[error.validationContext ?? ''] ?? '';
  const fields = wrongFields(error.validation ?? [])
    .slice(0, 50)
    .map(({ pointer, message }) => ({
      path: prefix ? `${prefix}${pointer.replaceAll('/', '.')}` : pointer,
      message,
    }));
  return invalidFields(fields);
}

const prefixes: Record<string, string> = { querystring: 'query', headers: 'header' };
