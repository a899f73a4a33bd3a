import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';
import type { Endpoint } from '@desk/contract/endpoint';

/** The parts of a reply that the contract describes. */
export interface Reply {
  status: number;
  type: string;
  text: string;
  requestId: string;
  /** The `WWW-Authenticate` header. */
  challenge: string;
}

type Check = ((value: unknown) => boolean) & { errors?: unknown };
interface Operation {
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

/** Checks replies against the OpenAPI document. */
export function contractOf(document: { paths: Record<string, Record<string, Operation>> }) {
  const ajv = ajvFormats.default(new Ajv({ strict: false, allErrors: true }));
  const compiled = new Map<object, Check>();
  const checkOf = (schema: object): Check => {
    const check = compiled.get(schema) ?? ajv.compile(schema);
    compiled.set(schema, check);
    return check;
  };
  return function holds({ method, path }: Endpoint, reply: Reply): void {
    const operation = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    assert.ok(operation, `${method} ${path} is not in the document`);
    const declared = operation.responses[reply.status];
    if (!declared)
      return isProblem(
        reply,
        checkOf(operation.responses['default']?.content?.['application/problem+json']?.schema ?? {}),
      );
    const contents = declared.content ?? {};
    if (reply.status === 204 || Object.keys(contents).length === 0) return assert.equal(reply.text, '');
    const [type = ''] = reply.type.split(';');
    const content = contents[type];
    if (!content) return assert.ok(contents['*/*'], `${type} is not declared`);
    if (type !== 'application/json') return;
    const check = checkOf(content.schema);
    assert.ok(
      check(JSON.parse(reply.text)),
      `${reply.status} is not as declared: ${JSON.stringify(check.errors)} ${reply.text}`,
    );
  };
}

// An unreachable vendor is not our fault; any other 5xx is.
function isProblem({ status, type, text, requestId, challenge }: Reply, check: Check): void {
  assert.match(type, /^application\/problem\+json/, `${status} ${text}`);
  const problem = JSON.parse(text) as Record<string, unknown>;
  assert.ok(check(problem), `not a problem: ${JSON.stringify(check.errors)} ${text}`);
  assert.ok(status < 500 || problem['code'] === 'upstream_failed', text);
  assert.equal(problem['status'], status);
  assert.equal(challenge !== '', status === 401, `${status} with the challenge "${challenge}"`);
  assert.equal(problem['request_id'], requestId);
  assert.equal(problem['type'], `urn:frontdesk:problem:${String(problem['code'])}`);
}
