import { uploadLimit } from '@desk/contract/documents';
import type { BodyOf, CostlyLimit, Endpoint, ParamsOf, QueryOf } from '@desk/contract/endpoint';
import { jsonBodyLimit, Problem, publicBodyLimit } from '@desk/contract/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ReplyWithStatus, Written, type Access, type AnswerHeaders, type Handler } from './handler.ts';
import { isList, withSignedCursors } from './signed-cursors.ts';
import type { Desk } from '../desk.ts';
import { AppError, malformed, unsupportedMediaType } from '../http/errors.ts';
import { sentence } from '../words/sentence.logic.ts';
import { inLanguage } from '../words/answer-language.ts';
import { languageOf, sayIn } from '../words/say.ts';
import { hasSentence, told } from '../words/told.logic.ts';
import { idempotencyHooks } from './idempotency.ts';
import type { CallerIdentity } from '../http/identity.ts';
import { enforceLimit } from '../http/limits.ts';

/** A route ready to be mounted; the list of them is what the start-up check and the tests compare with the contract. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly access: Access<unknown>;
  mount(app: FastifyInstance, desk: Desk): void;
}

/** Binds an operation of the contract to who may call it and what it does. The types of the handler come from the endpoint. */
export function route<E extends Endpoint, Caller>(
  endpoint: E,
  access: Access<Caller>,
  handler: Handler<E, Caller>,
): Route {
  return { endpoint, access, mount: (app, desk) => mount(app, desk, { endpoint, access, handler }) };
}

/** With a status or headers that are not the endpoint's usual ones. */
export const answered = <Body>(status: number, body: Body, headers?: AnswerHeaders) =>
  new ReplyWithStatus(status, body, headers);

/** 200 with a text of another media type than JSON. */
export const answeredAs = (mediaType: string, text: string, headers: AnswerHeaders = {}): ReplyWithStatus<never> =>
  // The schema of the answer is that of its JSON form: this one passes it by.
  new ReplyWithStatus(200, text as never, { ...headers, 'content-type': mediaType });

/** 201 with the resource and where it lives. */
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
  const handle = identify && isList(endpoint) ? withSignedCursors(desk, handler, identify) : handler;
  const once =
    identify && endpoint.method === 'POST' ? idempotencyHooks(desk, (request) => identify(callerOf(request))) : null;
  const speaks = Object.values(endpoint.reply).some(hasSentence);
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    callers.set(request, await letIn(desk, { endpoint, access }, request, reply));
  };
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint, access as Access<unknown>),
    ...(endpoint.reads ? {} : { bodyLimit: bodyLimitOf(access) }),
    config: { access: access.name, ...(endpoint.reads ? { reads: endpoint.reads } : {}) },
    ...(endpoint.reads?.bodyLimit ? { bodyLimit: endpoint.reads.bodyLimit } : {}),
    ...(once ? { preHandler: once.preHandler, onSend: once.onSend } : {}),
    onRequest: once ? [admit, once.onRequest] : admit,
    preValidation: async ({ headers }) => refuseOtherMedia(endpoint, headers['content-type'] ?? ''),
    handler: async (request, reply) => {
      // Fastify has validated these by the endpoint's schemas: this is the one place where its `unknown` gets our types.
      const call = {
        scope: callerOf(request),
        params: request.params as ParamsOf<E>,
        query: request.query as QueryOf<E>,
        body: request.body as BodyOf<E>,
        expectedVersion: readIfMatch(request.headers['if-match']),
        request,
      };
      const result = await handle(call);
      return send(reply, endpoint, speaks ? inTheirLanguage(request, reply, endpoint, result) : result);
    },
  });
}

function refuseOtherMedia({ body, reads }: Endpoint, type: string): void {
  // A form has no fields that a schema could look at: where JSON is asked for, it is another media type.
  if (body && type.startsWith('multipart/')) throw unsupportedMediaType(sentence`This route accepts JSON.`);
  if (type.startsWith('text/csv') && !reads?.content['text/csv'])
    throw unsupportedMediaType(sentence`This route does not accept a table.`);
}

// Strangers are counted by their address, before anything else or when they were not let in; callers once they are known.
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

// By the address of what is asked for: one domain's look-ups do not use up another's. What a day may bring, and what one
// person may ask for, is counted over all of them.
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

/** What the sentences of an answer say to the caller; they are made and kept in English. */
function inTheirLanguage(request: FastifyRequest, reply: FastifyReply, { reply: shapes }: Endpoint, result: unknown) {
  const language = languageOf(request);
  inLanguage(reply, language);
  if (language === 'en') return result;
  const say = sayIn(language);
  const tell = (body: unknown) => Object.values(shapes).reduce<unknown>((said, shape) => told(shape, said, say), body);
  if (result instanceof Written) return new Written(tell(result.body), JSON.stringify);
  if (!(result instanceof ReplyWithStatus)) return tell(result);
  return new ReplyWithStatus(result.status, tell(result.body), result.headers);
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

function readIfMatch(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const tag = /^\s*(?:W\/)?"(\d{1,15})"\s*$/.exec(header);
  if (!tag)
    throw malformed(sentence`If-Match must hold one ETag of this resource.`, 'malformed_request', [
      { path: 'header.if-match', message: sentence`not an ETag of ours` },
    ]);
  return Number(tag[1]);
}

/** Every failure of every operation. */
export const problemReply = { description: 'Problem', content: { 'application/problem+json': { schema: Problem } } };

const bodyLimitOf = ({ identify }: { readonly identify?: unknown }) => (identify ? jsonBodyLimit : publicBodyLimit);

// `default` documents every failure; JSON bodies are refused when the endpoint reads another media type itself.
function schemaOf(endpoint: Endpoint, admission: Access<unknown>) {
  const access = admission.name;
  const { params, query, body, reads } = endpoint;
  return {
    operationId: endpoint.operation,
    summary: endpoint.summary,
    description: `Access: ${access}.`,
    tags: [endpoint.tag],
    ...(access === 'anyone' || access === 'signature' ? { security: [] } : {}),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    ...(endpoint.method === 'GET'
      ? {}
      : { 'x-body-limit-bytes': reads ? (reads.bodyLimit ?? uploadLimit) : bodyLimitOf(admission) }),
    response: {
      ...endpoint.reply,
      default: problemReply,
    },
  };
}
