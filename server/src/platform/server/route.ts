import { uploadLimit } from '@desk/contract/documents';
import type { BodyOf, CostlyLimit, Endpoint, FilledQueryOf, ParamsOf } from '@desk/contract/endpoint';
import { jsonBodyLimit, Omissible, Problem, publicBodyLimit, Strict } from '@desk/contract/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ReplyWithStatus, Written, type Access, type AnswerHeaders, type Handler } from './handler.ts';
import { isList, withSignedCursors } from './signed-cursors.ts';
import type { Desk } from '../desk.ts';
import { AppError, malformed, unsupportedMediaType, type ExpectedVersion } from '../http/errors.ts';
import { sentence } from '../words/sentence.logic.ts';
import { inLanguage } from '../words/answer-language.ts';
import { languageOf, sayIn } from '../words/say.ts';
import { hasSentence, translateSentences } from '../words/translate-sentences.logic.ts';
import { idempotencyHooks } from './idempotency.ts';
import type { CallerIdentity } from '../http/identity.ts';
import { enforceLimit } from '../http/limits.ts';

/** A route ready to be mounted. The start-up check and the tests compare the list of routes with the contract. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly access: Access<unknown>;
  mount(app: FastifyInstance, desk: Desk): void;
}

/** Binds an operation of the contract to its access rule and its handler. The handler's types come from the endpoint. */
export function route<E extends Endpoint, Caller>(
  endpoint: E,
  access: Access<Caller>,
  handler: Handler<E, Caller>,
): Route {
  return { endpoint, access, mount: (app, desk) => mount(app, desk, { endpoint, access, handler }) };
}

/** An answer with a status or headers that differ from the endpoint's usual ones. */
export const answered = <Body>(status: number, body: Body, headers?: AnswerHeaders) =>
  new ReplyWithStatus(status, body, headers);

/** A 200 with a text of a media type other than JSON. */
export const answeredAs = (mediaType: string, text: string, headers: AnswerHeaders = {}): ReplyWithStatus<never> =>
  // The endpoint's schema describes the JSON form only; `never` bypasses it.
  new ReplyWithStatus(200, text as never, { ...headers, 'content-type': mediaType });

/** A 201 with the resource and its location. */
export const created = <Body>(location: string, body: Body) => new ReplyWithStatus(201, body, { location });

interface Mounted<E extends Endpoint, Caller> {
  endpoint: E;
  access: Access<Caller>;
  handler: Handler<E, Caller>;
}

function mount<E extends Endpoint, Caller>(
  app: FastifyInstance,
  desk: Desk,
  { endpoint, access, handler }: Mounted<E, Caller>,
) {
  const callers = new WeakMap<FastifyRequest, Caller>();
  const callerOf = (request: FastifyRequest) => callers.get(request) as Caller;
  const { identify } = access;
  const handle = isList(endpoint) ? withSignedCursors(desk, handler, identify) : handler;
  const once =
    identify && endpoint.method === 'POST' ? idempotencyHooks(desk, (request) => identify(callerOf(request))) : null;
  const hasSentences = Object.values(endpoint.reply).some(hasSentence);
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    callers.set(request, await letIn(desk, { endpoint, access }, request, reply));
  };
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint, access as Access<unknown>),
    ...(endpoint.reads ? {} : { bodyLimit: bodyLimitOf(access) }),
    config: configOf(endpoint, access.name),
    ...(endpoint.reads?.bodyLimit ? { bodyLimit: endpoint.reads.bodyLimit } : {}),
    ...(once ? { preHandler: once.preHandler, onSend: once.onSend } : {}),
    onRequest: once ? [admit, once.onRequest] : admit,
    preValidation: async ({ headers }) => refuseOtherMedia(endpoint, headers['content-type'] ?? ''),
    handler: async (request, reply) => {
      // Fastify has validated these by the endpoint's schemas. Only here do its `unknown` values get our types.
      const call = {
        scope: callerOf(request),
        params: request.params as ParamsOf<E>,
        query: request.query as FilledQueryOf<E>,
        body: request.body as BodyOf<E>,
        expectedVersion: readIfMatch(request.headers['if-match']),
        request,
      };
      const result = await handle(call);
      return send(reply, endpoint, hasSentences ? inCallersLanguage(request, reply, endpoint, result) : result);
    },
  });
}

const configOf = ({ reads, sends }: Endpoint, access: Access<unknown>['name']) => ({
  access,
  ...(reads ? { reads } : {}),
  ...(sends ? { sends } : {}),
});

function refuseOtherMedia({ body, reads }: Endpoint, type: string): void {
  // A schema cannot check a form: refuse one where the endpoint takes JSON.
  if (body && type.startsWith('multipart/')) throw unsupportedMediaType(sentence`This route accepts JSON.`);
  if (type.startsWith('text/csv') && !reads?.content['text/csv'])
    throw unsupportedMediaType(sentence`This route does not accept a table.`);
}

// Count calls of public routes and refused calls by address, and authenticated calls by caller.
async function letIn<Caller>(
  desk: Desk,
  { endpoint, access }: Pick<Mounted<Endpoint, Caller>, 'endpoint' | 'access'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const countStranger = () => enforceLimit(reply, desk.limits.ofStranger(request.ip));
  if (!access.identify) countStranger();
  try {
    const caller = await access.admit(desk, request);
    const identity = access.identify?.(caller) ?? null;
    if (identity) enforceLimit(reply, desk.limits.ofCaller(identity));
    if (endpoint.limit) countCostly(desk, endpoint.limit, request, identity);
    return caller;
  } catch (error) {
    if (error instanceof AppError && [400, 401, 403].includes(error.status)) countStranger();
    throw error;
  }
}

// Count by the requested address: look-ups of one domain do not use up the limit of another. The limits for a day and for one
// person count all addresses of the route together.
function countCostly(
  desk: Desk,
  limit: CostlyLimit,
  { ip, method, url, routeOptions }: FastifyRequest,
  identity: CallerIdentity | null,
): void {
  const [address = ''] = url.split('?');
  const path = limit.per === 'caller' ? (routeOptions.url ?? address) : address;
  const caller = limit.per === 'caller' ? (identity?.caller ?? null) : null;
  const call = { verb: `${method} ${path}`, organizationId: identity?.organizationId ?? null, caller, ip };
  desk.limits.admitCostly(limit, call);
  const { daily } = limit;
  if (daily !== undefined)
    desk.limits.admitCostly({ times: daily, seconds: 86_400 }, { ...call, verb: `${method} ${routeOptions.url}` });
}

/** Translates the sentences of an answer to the caller's language; they are written and stored in English. */
function inCallersLanguage(request: FastifyRequest, reply: FastifyReply, { reply: shapes }: Endpoint, result: unknown) {
  const language = languageOf(request);
  inLanguage(reply, language);
  if (language === 'en') return result;
  const say = sayIn(language);
  const translate = (body: unknown) =>
    Object.values(shapes).reduce<unknown>((translated, shape) => translateSentences(shape, translated, say), body);
  if (result instanceof Written) return new Written(translate(result.body), JSON.stringify);
  if (!(result instanceof ReplyWithStatus)) return translate(result);
  return new ReplyWithStatus(result.status, translate(result.body), result.headers);
}

function send(reply: FastifyReply, endpoint: Endpoint, result: unknown): FastifyReply {
  if (result instanceof Written)
    return reply.code(firstStatus(endpoint)).type('application/json; charset=utf-8').send(result.json);
  const given = result instanceof ReplyWithStatus ? result : new ReplyWithStatus(firstStatus(endpoint), result);
  reply.code(given.status).headers(given.headers);
  const version = versionOf(given.body);
  if (version !== null && !given.headers['etag']) reply.header('etag', `"${version}"`);
  return given.body === undefined ? reply.send() : reply.send(given.body);
}

const firstStatus = (endpoint: Endpoint) => Number(Object.keys(endpoint.reply)[0]);

function versionOf(body: unknown): number | null {
  if (typeof body !== 'object' || body === null || !('version' in body)) return null;
  return typeof body.version === 'number' ? body.version : null;
}

// An element of the list, which may be empty (RFC 9110, 5.6.1), with the comma after it.
const tagInList = /(?:(W\/)?"([^"]*)"[ \t]*)?(?:,[ \t]*|$)/gy;

/** One of the tags must match (RFC 9110, 13.1.1). A weak tag matches no version, nor does one that is not ours. */
function readIfMatch(header: string | undefined): ExpectedVersion {
  const text = header?.trim();
  if (text === undefined || text === '*') return null;
  const elements = [...text.matchAll(tagInList)];
  const read = elements.reduce((length, [element]) => length + element.length, 0);
  if (read < text.length || !text.includes('"'))
    throw malformed(sentence`If-Match must contain ETags of this resource, or a star.`, 'malformed_request', [
      { path: 'header.if-match', message: sentence`not an ETag of ours` },
    ]);
  return elements.flatMap(([, weak, tag = '']) => (!weak && /^(?:0|[1-9]\d{0,14})$/.test(tag) ? [Number(tag)] : []));
}

/** The schema of every failure of every operation. */
export const problemReply = { description: 'Problem', content: { 'application/problem+json': { schema: Problem } } };

const bodyLimitOf = ({ identify }: { readonly identify?: unknown }) => (identify ? jsonBodyLimit : publicBodyLimit);

/** An operation that needs no body refuses fields in one, as every other does. */
const bodyOf = ({ method, body, reads }: Endpoint) => {
  if (body) return { body };
  return method === 'POST' && !reads ? { body: Omissible(Strict({})) } : {};
};

// `default` documents every failure; JSON bodies are refused when the endpoint reads another media type itself.
function schemaOf(endpoint: Endpoint, admission: Access<unknown>) {
  const access = admission.name;
  const { params, query, reads } = endpoint;
  return {
    operationId: endpoint.operation,
    summary: endpoint.summary,
    description: `Access: ${access}.`,
    tags: [endpoint.tag],
    ...(access === 'anyone' || access === 'signature' ? { security: [] } : {}),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...bodyOf(endpoint),
    ...(endpoint.method === 'GET'
      ? {}
      : { 'x-body-limit-bytes': reads ? (reads.bodyLimit ?? uploadLimit) : bodyLimitOf(admission) }),
    ...(endpoint.limit ? { 'x-call-limit': endpoint.limit } : {}),
    response: {
      ...endpoint.reply,
      default: problemReply,
    },
  };
}
