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
import { malformed } from '../http/errors.ts';
import { sentence } from '../words/sentence.logic.ts';
import { newId } from '../process/ids.ts';
import { isMoment, isStorable } from '../text/storable.ts';
import { enforceLimit } from '../http/limits.ts';
import { trustedProxies } from '../http/network.ts';
import { refuseOverload } from './overload.ts';
import { answerProblems, sendProblem } from './problems.ts';

const safeRequestId = /^[A-Za-z0-9._-]{1,128}$/;

/** A Fastify server with our conventions: request ids, problem+json, strict bodies, one log line for each answer. */
export function createServer(desk: Desk): FastifyInstance {
  const logger: FastifyBaseLogger = desk.log;
  const app = Fastify({
    loggerInstance: logger,
    // Our own line below says what was answered, without the address that was asked for.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit: jsonBodyLimit,
    // A client's address is the socket's, unless the operator's own proxy speaks for it.
    trustProxy: trustedProxies(desk.config.TRUSTED_PROXIES),
    // Slow senders are cut off; a body of the largest size still has time on a slow line.
    requestTimeout: 120_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && safeRequestId.test(given) ? given : newId();
    },
    // An id of any length is one that does not exist; Node itself bounds the address.
    routerOptions: { maxParamLength: 16_384 },
    // Before there is a route, so before the hooks below.
    frameworkErrors: (_error, request, reply) => {
      sendProblem(
        reply.header('x-request-id', request.id),
        request,
        malformed(sentence`The address could not be read.`),
      );
    },
  });
  watchRoutes(app);
  compileLazily(app);
  // Answers are data: a browser must neither run nor frame them. What is a page says so itself.
  app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  });
  watchRequests(app, desk);
  desk.bodies.giveBack(app);
  // JSON alone, a merge patch by its own name too (RFC 7396); a route that takes something else says so. Ours lets an empty
  // body pass, for many clients send the header on a POST that has none.
  app.removeAllContentTypeParsers();
  const json = ['application/json', 'application/merge-patch+json'];
  app.addContentTypeParser(json, { parseAs: 'string' }, ({ routeOptions }, body, done) =>
    readJson(String(body), (routeOptions.bodyLimit ?? jsonBodyLimit) / bytesOfMember, done),
  );
  // Only routes that say so are given one (`route.ts`).
  app.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  answerProblems(app);
  return app;
}

// What holds for requests of every route.
function watchRequests(app: FastifyInstance, desk: Desk): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('cache-control', 'no-store');
  });
  refuseOverload(app, desk);
  app.addHook('onRequest', async (request, reply) => {
    // What no `route` of route.ts guards: paths that do not exist, and what anybody may read.
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

// Bodies are taken as they are: a number in quotes is an error. Query strings and path parameters are text by nature.
const options = { allErrors: true, removeAdditional: false, useDefaults: true, strict: false } as const;
const isDateTime = ajvFormats.default(new Ajv()).compile({ type: 'string', format: 'date-time' });
const validator = (coerceTypes: boolean) =>
  ajvFormats
    .default(new Ajv({ ...options, coerceTypes }))
    .addFormat('date-time', (text) => isDateTime(text) && isMoment(text));
const strict = validator(false);
const coercing = validator(true);

// A schema becomes code when a route with it is first called: no start waits for those that nobody asks for.
function compileLazily(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) => {
    // Ajv keeps what it has compiled, by the schema.
    const compiled = () => (httpPart === 'body' ? strict : coercing).compile(schema as object);
    // Like Ajv's own: true or false, with the errors at the function, where Fastify and `checkedBody` look for them.
    const validate = (value: unknown): boolean => {
      const passed = compiled()(value);
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

// Most routes share a few schemas, such as that of a problem, and each is some milliseconds of work.
const serializers = new WeakMap<object, ReturnType<typeof fastJson>>();

function serializerOf(schema: fastJson.Schema): ReturnType<typeof fastJson> {
  const known = serializers.get(schema);
  if (known) return known;
  const made = fastJson(schema);
  serializers.set(schema, made);
  return made;
}

/**
 * The number of members of a body, on all its levels, is limited in proportion to its bytes: some 10,000 of the usual 1 MiB. Each member
 * that a schema does not know costs an error, and errors cost time.
 */
const bytesOfMember = 100;

function readJson(text: string, mostMembers: number, done: (error: Error | null, body?: unknown) => void): void {
  if (text.trim() === '') return done(null, undefined);
  try {
    let members = 0;
    const body: unknown = JSON.parse(text, (key, value: unknown) => {
      if (++members > mostMembers) throw new SyntaxError('too many members');
      if (!isStorable(key) || (typeof value === 'string' && !isStorable(value)))
        throw new SyntaxError('half a character');
      return key === '__proto__' ? undefined : value;
    });
    done(null, body);
  } catch (error) {
    done(Object.assign(error as Error, { code: 'FST_ERR_CTP_INVALID_JSON_BODY' }));
  }
}
