import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { jsonBodyLimit } from '@desk/contract/http';
import helmet from '@fastify/helmet';
import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';
import fastJson from 'fast-json-stringify';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifySchemaValidationError,
} from 'fastify';
import { watchRoutes } from './declared-access.ts';
import type { Desk } from '../desk.ts';
import { invalid, malformed } from '../http/errors.ts';
import { pointerToMember } from '../http/pointer.logic.ts';
import { sentence } from '../words/sentence.logic.ts';
import { newId } from '../process/ids.ts';
import { depthOfJson } from '../http/json-depth.logic.ts';
import { isMoment, isStorable } from '../text/storable.logic.ts';
import { enforceLimit } from '../http/limits.ts';
import { lowerCaseIds } from '../http/lower-case-ids.ts';
import { trustedProxies } from '../http/network.ts';
import { refuseOverload } from './overload.ts';
import { answerProblems, answerUnreadable, sendProblem } from './problems.ts';

const safeRequestId = /^[A-Za-z0-9._-]{1,128}$/;

/** Creates a Fastify server with our conventions: request ids, problem+json, strict bodies, one log line for each answer. */
export function createServer(desk: Desk): FastifyInstance {
  const logger: FastifyBaseLogger = desk.log;
  const app = Fastify({
    loggerInstance: logger,
    // Our own log line below reports the answer without the requested address.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit: jsonBodyLimit,
    // A client's address is the socket's, unless a trusted proxy of the operator reports another.
    trustProxy: trustedProxies(desk.config.TRUSTED_PROXIES),
    // Cut off slow senders, but leave time for the largest body on a slow line.
    requestTimeout: 120_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && safeRequestId.test(given) ? given : newId();
    },
    // An overlong id gets the answer of one that does not exist. Node itself limits the length of the address.
    routerOptions: { maxParamLength: 16_384 },
    // These errors occur before the request has a route, so the hooks below do not run.
    frameworkErrors: (_error, request, reply) => {
      sendProblem(
        reply.header('x-request-id', request.id),
        request,
        malformed(sentence`The address could not be read.`),
      );
    },
    clientErrorHandler: answerUnreadable,
  });
  watchRoutes(app);
  compileLazily(app);
  // Answers are data: a browser must neither run nor frame them. Pages set their own policy.
  app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  });
  watchRequests(app, desk);
  desk.bodies.giveBack(app);
  // Accept JSON only, including a merge patch by its own media type (RFC 7396); a route that takes something else declares it.
  // Our parser accepts an empty body, because many clients send the header on a POST without a body.
  app.removeAllContentTypeParsers();
  const json = ['application/json', 'application/merge-patch+json'];
  app.addContentTypeParser<Buffer>(json, { parseAs: 'buffer' }, ({ routeOptions }, body, done) =>
    readJson(body, (routeOptions.bodyLimit ?? jsonBodyLimit) / bytesOfMember, done),
  );
  // `route.ts` refuses CSV on routes that do not declare it.
  app.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  answerProblems(app);
  return app;
}

// Closing waits for every connection that is not idle at that moment, until the process is ended by force, with 1. Node counts one
// that has sent nothing as busy: browsers and load balancers open them before they need them. One whose request is under way would
// be kept for its next request, so its answer says that it is the last.
function endConnections(app: FastifyInstance): void {
  let closing = false;
  const unused = new Set<IncomingMessage['socket']>();
  app.server.on('connection', (socket: IncomingMessage['socket']) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket));
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    closing = true;
    for (const socket of unused) socket.destroy();
  });
}

// Hooks for the requests of all routes.
function watchRequests(app: FastifyInstance, desk: Desk): void {
  endConnections(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('cache-control', 'no-store');
  });
  refuseOverload(app, desk);
  app.addHook('onRequest', async (request, reply) => {
    // Requests that route.ts does not guard: unknown paths and public files.
    if (!request.routeOptions.config.access && request.url.startsWith('/api'))
      enforceLimit(reply, desk.limits.ofStranger(request.ip));
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const line = { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    if (reply.statusCode >= 500) request.log.error(line, 'answered');
    else request.log.info(line, 'answered');
  });
  app.addHook('preValidation', async (request) => {
    const values = Object.values(request.query ?? {}).flat();
    if (!values.every((value) => typeof value !== 'string' || isStorable(value)))
      throw malformed(sentence`The query string is not valid text.`);
  });
}

// Bodies are not coerced: a number in quotes is an error. Query strings and path parameters are, because they are always text.
const options = { allErrors: true, removeAdditional: false, useDefaults: true, strict: false } as const;
const isDateTime = ajvFormats.default(new Ajv()).compile({ type: 'string', format: 'date-time' });
const validator = (coerceTypes: boolean) =>
  ajvFormats
    .default(new Ajv({ ...options, coerceTypes }))
    .addFormat('date-time', (text) => isDateTime(text) && isMoment(text));
const strict = validator(false);
const coercing = validator(true);

// Compile a schema when a route with it is first called, so that the start does not wait for unused ones.
function compileLazily(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) => {
    // Ajv caches compiled validators by schema.
    const compiled = () => (httpPart === 'body' ? strict : coercing).compile(schema as object);
    // Like Ajv's own validators: returns true or false, and puts the errors on the function for Fastify and `checkedBody`.
    const validate = (value: unknown): boolean => {
      const passed = compiled()(value);
      if (passed) lowerCaseIds(schema as object, value);
      validate.errors = compiled().errors ?? null;
      return passed;
    };
    validate.errors = null as FastifySchemaValidationError[] | null;
    return validate;
  });
  app.setSerializerCompiler(
    ({ schema }) =>
      (value: unknown) =>
        serializerOf(schema as fastJson.Schema)(value),
  );
}

// Most routes share a few schemas, such as that of a problem, and compiling each takes some milliseconds.
const serializers = new WeakMap<object, ReturnType<typeof fastJson>>();

function serializerOf(schema: fastJson.Schema): ReturnType<typeof fastJson> {
  const known = serializers.get(schema);
  if (known) return known;
  const made = fastJson(schema);
  serializers.set(schema, made);
  return made;
}

/**
 * Limits the number of members of a body, on all levels, in proportion to its bytes: some 10,000 for the usual 1 MiB. Each member
 * that is not in the schema produces an error, and errors cost time.
 */
const bytesOfMember = 100;

// No contract has it, and assigning a member of this name would change the prototype of an object.
const prototype = '__proto__';

function readJson(bytes: Buffer, mostMembers: number, done: (error: Error | null, body?: unknown) => void): void {
  const text = bytes.toString();
  if (text.trim() === '') return done(null, undefined);
  try {
    // Decoding replaces what is not UTF-8: the letters of a client that sends another encoding would be lost.
    if (!isUtf8(bytes)) throw new SyntaxError('not UTF-8');
    if (depthOfJson(text) > mostMembers) throw new SyntaxError('too many members');
    let members = 0;
    let hasPrototype = false;
    const body: unknown = JSON.parse(text, (key, value: unknown) => {
      if (++members > mostMembers) throw new SyntaxError('too many members');
      if (!isStorable(key) || (typeof value === 'string' && !isStorable(value)))
        throw new SyntaxError('half a character');
      hasPrototype ||= key === prototype;
      return value;
    });
    const pointer = hasPrototype ? pointerToMember(body, prototype) : null;
    done(pointer === null ? null : invalid(pointer, sentence`is not a known field`), body);
  } catch (error) {
    done(Object.assign(error as Error, { code: 'FST_ERR_CTP_INVALID_JSON_BODY' }));
  }
}
