import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Endpoint } from '@desk/contract/endpoint';
import fc from 'fast-check';
import { routesOf } from '../src/app.ts';
import type { Desk } from '../src/platform/desk.ts';
import { furnish, somewhere, startFurnishable } from './furnish.ts';
import { contractOf, type Reply } from './fuzz/answers.ts';
import { brokenBodies, queryText, validRequests, type Place, type Sent } from './fuzz/requests.ts';
import { quick } from './promises/chance.ts';
import { fitsAsText, valuesOf, type Schema } from './fuzz/values.ts';
import { wrongsOf } from './fuzz/wrongs.ts';
import { inject, type TestServer } from './server.ts';
import { createWorld, type Caller, type World } from './world.ts';

// Calls every operation of the contract with valid and invalid requests.
// FUZZ_RUNS=400 runs longer; FUZZ_SEED repeats a run whose seed was printed.
const usualRuns = process.env['TEST_ENGINE'] === 'pglite' ? 5 : 25;
const runs = Number(process.env['FUZZ_RUNS'] ?? (quick ? 3 : usualRuns));
const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

let server: TestServer;
let world: World;
let callers: Caller[];
let holds: ReturnType<typeof contractOf>;
before(async () => {
  server = await startFurnishable();
  world = await createWorld(server);
  await furnish(server, world);
  const { ada, wim, max, mallory, nobody } = world;
  callers = [ada, ada, wim, max, mallory, nobody];
  holds = contractOf((await server.app.inject({ url: '/api/openapi.json' })).json());
});
after(() => server.close());

// Deletions come last. Operations that end a session are left out, because later requests need the session.
const order = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];
const endsSessions = new Set(['logout', 'deleteOwnSession']);
const routes = routesOf({} as Desk)
  .filter(({ endpoint }) => !endsSessions.has(endpoint.operation))
  .sort((one, other) => order.indexOf(one.endpoint.method) - order.indexOf(other.endpoint.method));

for (const { endpoint, access } of routes) {
  test(`${endpoint.method} ${endpoint.path} keeps its contract (seed ${seed})`, async () => {
    const place = await placeOf(endpoint);
    const request = fc.tuple(fc.nat(callers.length - 1), validRequests(endpoint, place));
    await holdsFor(request, async ([who, sent]) => holds(endpoint, await send(endpoint, callers[who], sent)));
    const broken = fc
      .record({ url: fc.constant(place.url) })
      .chain((at) => brokenBodies.map((body) => ({ ...at, ...body })));
    if (endpoint.method !== 'GET')
      await holdsFor(broken, async (sent) => holds(endpoint, await send(endpoint, world.ada, sent)));
    if (access.name === 'signature') return;
    if (endpoint.body) await oneFieldWrong(endpoint, endpoint.body as Schema, place, 'body');
    if (endpoint.query) await oneFieldWrong(endpoint, endpoint.query as Schema, place, 'query');
  });
}

async function oneFieldWrong(endpoint: Endpoint, schema: Schema, place: Place, part: 'body' | 'query') {
  const wrongs = valuesOf(schema, place.ids).chain((value) => {
    // Invalid text is refused before the fields are checked.
    if (/\\u0000|\\ud[89a-f]/.test(JSON.stringify(value))) return fc.constant(null);
    const found = wrongsOf(schema, value ?? {}).filter(
      (wrong) => part === 'body' || !fitsAsText(schema, wrong.value as object),
    );
    return found.length > 0 ? fc.constantFrom(...found) : fc.constant(null);
  });
  await holdsFor(wrongs, async (wrong) => {
    if (!wrong) return;
    const sent = part === 'body' ? bodyOf(place.url, wrong.value) : queryOf(endpoint, place, wrong.value as object);
    const reply = await send(endpoint, world.ada, sent);
    holds(endpoint, reply);
    assert.equal(reply.status, 422, reply.text);
    const { errors } = JSON.parse(reply.text) as { errors: { path: string }[] };
    const path = part === 'body' ? wrong.pointer : `query${wrong.pointer.replaceAll('/', '.')}`;
    assert.ok(
      errors.some((error) => error.path === path),
      `${path} is not named in ${reply.text}`,
    );
  });
}

const holdsFor = <T>(requests: fc.Arbitrary<T>, check: (request: T) => Promise<void>) =>
  fc.assert(fc.asyncProperty(requests, check), { seed, numRuns: runs, endOnFailure: true });

const bodyOf = (url: string, body: unknown): Sent => ({
  url,
  payload: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});
// Send a valid body: an invalid one would hide the errors of the query.
const queryOf = (endpoint: Endpoint, { url, ids }: Place, query: object): Sent => ({
  url: `${url}${queryText(query)}`,
  payload: endpoint.body ? rightBody(endpoint.body as Schema, ids) : undefined,
  headers: endpoint.body ? { 'content-type': 'application/json' } : {},
});

// Values refused before validation (lone surrogates, NUL, names of prototypes) would hide the errors of the query.
const poison = /"(?:__proto__|constructor)"|\\u0000|\\ud[89a-f]/;
const rightBody = (schema: Schema, ids: readonly string[]) =>
  fc
    .sample(valuesOf(schema, ids), { seed, numRuns: 20 })
    .map((value) => JSON.stringify(value) ?? '{}')
    .find((text) => !poison.test(text)) ?? '{}';

async function placeOf({ path }: Endpoint): Promise<Place> {
  const { rows } = await server.desk.db.owner.query(
    `select id from tag union all select id from destination union all select id from collection union all select id from document
     union all select id from conversation union all select id from app_user union all select id from organization`,
  );
  const ids = rows.map((row) => String(row['id']));
  const url = await somewhere(world.ada, path);
  return { url: url ?? path.replace(':n', '1').replaceAll(/:\w+/g, ids[0] ?? ''), ids };
}

async function send({ method }: Endpoint, caller: Caller | undefined, { url, headers, payload }: Sent): Promise<Reply> {
  const authorization = caller?.token ? { authorization: `Bearer ${caller.token}` } : {};
  const answer = await inject(server.app, {
    method,
    url,
    headers: { ...authorization, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return {
    status: answer.statusCode,
    type: String(answer.headers['content-type'] ?? ''),
    text: answer.body,
    requestId: String(answer.headers['x-request-id']),
    challenge: String(answer.headers['www-authenticate'] ?? ''),
  };
}
