import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Endpoint } from '@desk/contract/endpoint';
import { routesOf } from '../../src/app.ts';
import type { Desk } from '../../src/platform/desk.ts';
import { wrongFields } from '../../src/platform/server/wrong-fields.logic.ts';
import { inEnglish } from '../../src/platform/words/sentence.logic.ts';
import { files, repository } from './tree.ts';

test('every endpoint of the contract has exactly one route, and no route lacks an endpoint', async () => {
  const promised = (await endpointsOfContract()).map(signature).sort();
  const kept = routes()
    .map(({ endpoint }) => signature(endpoint))
    .sort();
  assert.deepEqual(kept, promised);
});

test('every route declares who may call it, and this test lists the routes without a token', () => {
  const open = routes().filter(({ access }) => access.name === 'anyone' || access.name === 'signature');
  assert.deepEqual(open.map(({ endpoint, access }) => `${access.name} ${signature(endpoint)}`).sort(), [
    'anyone GET /api/auth/oauth/:provider/start',
    'anyone GET /api/auth/oauth/providers',
    'anyone POST /api/auth/email-change/confirm',
    'anyone POST /api/auth/email-change/stop',
    'anyone POST /api/auth/login',
    'anyone POST /api/auth/oauth/:provider/exchange',
    'anyone POST /api/auth/password-reset',
    'anyone POST /api/auth/password-reset/confirm',
    'anyone POST /api/auth/refresh',
    'anyone POST /api/auth/register',
    'anyone POST /api/invitations/open',
    'signature POST /webhooks/chatdesk/:organization_id',
    'signature POST /webhooks/email/inbound',
    'signature POST /webhooks/ticketdesk/:organization_id',
  ]);
});

test('operation names are unique, so that a client can be generated', async () => {
  const names = (await endpointsOfContract()).map(({ operation }) => operation);
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  );
});

test('every pattern of a request has words, so that nobody reads a regular expression', async () => {
  const requests = (await endpointsOfContract()).map(({ body, query, reads }) => ({ body, query, reads }));
  const wordless = patternsIn(requests).filter((pattern) => {
    const [field] = wrongFields([{ keyword: 'pattern', instancePath: '', schemaPath: '', params: { pattern } }]);
    return !field || inEnglish(field.message) === 'is not in the right form';
  });
  assert.deepEqual(wordless, []);
});

function patternsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'pattern' in value && typeof value.pattern === 'string' ? [value.pattern] : [];
  return [...own, ...Object.values(value).flatMap(patternsIn)];
}

const signature = ({ method, path }: Endpoint) => `${method} ${path}`;

// Routes use the desk only in requests. This file makes none, so an empty desk suffices.
const routes = () => routesOf({} as Desk);

async function endpointsOfContract(): Promise<Endpoint[]> {
  const modules = await Promise.all(files('contract/src/*.ts').map((path) => import(join(repository, path))));
  return modules.flatMap((module: Record<string, unknown>) => Object.values(module).filter(isEndpoint));
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'operation' in value && 'reply' in value && 'path' in value;
}
