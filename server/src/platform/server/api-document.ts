import type { Endpoint } from '@desk/contract/endpoint';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance } from 'fastify';
import type { CallLimits } from '../http/limits.ts';
import type { Access } from './handler.ts';

const pagePath = '/api/docs';
const documentPath = '/api/openapi.json';
/** The page contains its script and its styles; it may send requests to this origin only. */
const pagePolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: blob:; font-src 'self' data:; frame-ancestors 'none'";

/** Mounts the OpenAPI document, made of the validation schemas, and a page to browse it that loads nothing from elsewhere. */
export async function mountApiDocument(app: FastifyInstance, { policies }: CallLimits): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Frontdesk',
        version: '0.1.0',
        description: `Customer-support automation that answers from your own documents, or hands over.\n\n${limitsInWords(policies)}`,
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
    transform: ({ schema, url, route }) => {
      const { access, reads, sends } = route.config ?? {};
      const headers = headersOf({ method: String(route.method), access });
      const response = sends
        ? { ...(schema.response as object), 200: { content: byMediaType(sends) } }
        : schema.response;
      return {
        url,
        schema: { ...schema, response, ...(headers ? { headers } : {}), ...(reads ? described(reads) : {}) },
      };
    },
    transformObject: (made) => ('openapiObject' in made ? withOptionalBodies(made.openapiObject) : made.swaggerObject),
  });
  app.get(documentPath, { schema: { hide: true } }, async (_request, reply) => reply.send(app.swagger()));
  mountPage(app);
}

const optionalBody = 'x-optional-body';

/** Describes a body that no schema validates, in the form for `@fastify/swagger`, which marks every body as required. */
const described = ({ content, optional }: NonNullable<Endpoint['reads']>) => ({
  body: { content: byMediaType(content) },
  ...(optional ? { [optionalBody]: true } : {}),
});

const byMediaType = (schemas: NonNullable<Endpoint['sends']>) =>
  Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }]));

interface DocumentedOperation {
  requestBody?: { required: boolean };
  [optionalBody]?: true;
}

function withOptionalBodies<Document extends { paths?: object }>(document: Document): Document {
  const paths: Record<string, DocumentedOperation>[] = Object.values(document.paths ?? {});
  for (const operation of paths.flatMap((path) => Object.values(path))) {
    if (!operation[optionalBody] || !operation.requestBody) continue;
    delete operation[optionalBody];
    operation.requestBody.required = false;
  }
  return document;
}

const limitsInWords = ({ caller, organization, stranger, events }: CallLimits['policies']) =>
  `Limits: ${caller.quota} calls a minute for each caller and ${organization.quota} for each organization; without a token ` +
  `${stranger.quota} a minute from one network; ${events.quota} inbound events in ${events.windowSeconds} seconds for each ` +
  'organization. Every answer carries `RateLimit` and `RateLimit-Policy`, a 429 `Retry-After` as well. The largest body of an ' +
  'operation is its `x-body-limit-bytes`; a larger one gets a 413. A costly operation also has an `x-call-limit`. It allows ' +
  '`times` calls in `seconds` seconds and `daily` calls in 24 hours. It counts the calls of an organization, with `per: caller` ' +
  'those of a caller.';

// Plugins must be registered before the server listens, and this one is slow to load. It therefore has a server of its own,
// which the first request for the page creates.
function mountPage(app: FastifyInstance): void {
  let page: Promise<FastifyInstance> | undefined;
  for (const url of [pagePath, `${pagePath}/*`]) {
    app.get(url, { schema: { hide: true } }, async (request, reply) => {
      page ??= openPage();
      const answer = await (await page).inject({ method: 'GET', url: request.url });
      return reply
        .code(answer.statusCode)
        .headers({ ...answer.headers, 'content-security-policy': pagePolicy })
        .send(answer.rawPayload);
    });
  }
}

async function openPage(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const page = Fastify();
  await page.register(scalar, {
    routePrefix: pagePath,
    configuration: {
      url: documentPath,
      withDefaultFonts: false,
      // Turn off everything that would send the reader or the document to a third party.
      telemetry: false,
      showDeveloperTools: 'never',
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  return page;
}

interface HeaderTerms {
  method: string;
  access: Access<unknown>['name'] | undefined;
}

const scopeHeaders = {
  'x-organization-id': { type: 'string', format: 'uuid', description: 'Chooses among the organizations of the caller' },
  'x-workspace-id': { type: 'string', format: 'uuid', description: 'Chooses a workspace within it' },
};
const onceHeader = {
  'idempotency-key': {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description: 'Repeating a request with the same key within 24 hours returns the first answer',
  },
};
const versionHeader = {
  'if-match': {
    type: 'string',
    description: 'The ETag of the version to change, several of which one must match, or *; otherwise 412',
  },
};

/** The request headers that an operation reads. This is documentation only: `route.ts` and `access` read the headers. */
function headersOf({ method, access }: HeaderTerms) {
  if (!access || access === 'anyone' || access === 'signature') return null;
  const properties = {
    ...scopeHeaders,
    ...(method === 'POST' ? onceHeader : {}),
    ...(['PATCH', 'PUT', 'DELETE'].includes(method) ? versionHeader : {}),
  };
  return { type: 'object', properties };
}
