import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Route } from '../../src/platform/server/route.ts';
import { atRest } from '../at-rest.ts';
import { startDns, type DnsZone } from '../providers/dns.ts';
import { startMailSink, type MailSink } from '../providers/mail/mail.ts';
import { startServer } from '../server.ts';
import type { Player } from './cast.ts';
import { attempt, attempts, guardedRoutes, marks, rowsOf, setScene, type Outcome, type Scene } from './matrix.ts';
import { quick } from '../promises/chance.ts';
import { postmarkLogin } from './resources.ts';
import { withRemovableFilters } from './without-filters.ts';

// docs/promises.md, order of checks and isolation: tests every route × caller × id × scope header against an expectation computed
// from the declarations; then without each of the two walls (query filters, row-level security), and at last without both.

// Both engines have the same policies and queries. Each wall is tested on PostgreSQL, which serves many organizations.
const walls = {
  skip: (process.env['TEST_ENGINE'] === 'pglite' && 'proven on PostgreSQL') || (quick && 'done by npm run test:long'),
};

const filters = { removed: false };
let scene: Scene;
let dns: DnsZone;
let mail: MailSink;
before(async () => {
  dns = await startDns();
  mail = await startMailSink();
  const server = await startServer({
    working: 'jobs',
    environment: { EMAIL_INBOUND_BASIC: postmarkLogin, DNS_SERVERS: dns.server, SMTP_URL: mail.url },
    database: (db) => withRemovableFilters(db, filters),
  });
  scene = await setScene(server);
});
after(async () => {
  await scene.server.close();
  await dns.close();
  await mail.close();
});

test('every caller reaches exactly what their role allows, and the other organization stays unchanged', async () => {
  // The same code decides on both engines, so one engine is enough for all callers.
  assert.deepEqual(await faultsOf(process.env['TEST_ENGINE'] === 'postgres' && !quick ? 'everybody' : 'few'), []);
});

test('a cursor from a foreign list reveals nothing foreign in ours', async () => {
  const { ada, mallory } = scene.cast.world;
  const isList = ({ endpoint }: Route) => JSON.stringify(endpoint.query ?? {}).includes('"cursor"');
  const lists = guardedRoutes(scene.server).filter((route) => isList(route) && !route.endpoint.path.includes(':'));
  assert.notEqual(lists.length, 0);
  for (const { endpoint } of lists) {
    // The lists of vendors: nothing is connected.
    const kind = endpoint.path === '/api/routing/targets' ? '&kind=chatdesk_team' : '';
    const page = await mallory.calls('GET', `${endpoint.path}?limit=1${kind}`);
    if (page.status === 409) continue;
    assert.equal(page.status, 200, page.text);
    const { next_cursor } = page.body;
    if (next_cursor === null) continue;
    const answer = await ada.calls('GET', `${endpoint.path}?cursor=${encodeURIComponent(next_cursor)}`);
    assert.ok([200, 422].includes(answer.status), answer.text);
    assert.ok(!answer.text.includes(marks.cedar), answer.text);
  }
});

test(
  'row-level security alone keeps organizations apart, even if all our queries lack their filter',
  walls,
  async () => {
    filters.removed = true;
    assert.deepEqual(await faultsOf('few'), []);
    filters.removed = false;
  },
);

test('our queries alone keep organizations apart, even if row-level security is off', walls, async () => {
  await switchRowLevelSecurity('disable');
  assert.deepEqual(await faultsOf('few'), []);
  await switchRowLevelSecurity('enable');
});

test(
  'without both walls the same attempts find faults, so the tests above would have detected them',
  walls,
  async () => {
    filters.removed = true;
    await switchRowLevelSecurity('disable');
    const faults = await faultsOf('few');
    assert.ok(faults.some((fault) => fault.startsWith('told of')));
    assert.ok(faults.some((fault) => fault.startsWith('rows of')));
  },
);

/** The unexpected results, as sentences. */
async function faultsOf(who: 'everybody' | 'few'): Promise<string[]> {
  const { ours, stranger } = scene.cast;
  const few = ours.filter(({ name }) => ['Ada', 'Dora'].includes(name));
  const [ourSide, theirSide] = [who === 'everybody' ? ours : few, [stranger]];
  return [
    ...(await faultsOfSide(ourSide, { untouched: scene.cast.cedar, mark: marks.cedar })),
    ...(await faultsOfSide(theirSide, { untouched: scene.cast.birch, mark: marks.birch })),
  ];
}

async function faultsOfSide(players: Player[], other: { untouched: string; mark: string }): Promise<string[]> {
  const faults: string[] = [];
  // Wait for earlier jobs: their changes would be blamed on this side.
  await atRest(scene.server, { organizationId: other.untouched });
  const before = await rowsOf(scene, other.untouched);
  const outcomes: Outcome[] = [];
  for (const one of attempts(guardedRoutes(scene.server), players, scene.cast)) {
    const outcome = await attempt(scene, one);
    if (!outcome) continue;
    outcomes.push(outcome);
    if (outcome.fault) faults.push(outcome.fault);
    if (outcome.answer.text.includes(other.mark)) faults.push(`told of ${other.mark}: ${outcome.what}`);
  }
  const after = await rowsOf(scene, other.untouched);
  const touched = Object.keys(after).filter((table) => after[table] !== before[table]);
  return [...faults, ...touched.map((table) => `rows of ${table} were touched`), ...oracles(outcomes)];
}

/** The reply to a foreign id must equal the reply to an unknown one byte for byte; otherwise it reveals that the thing exists. */
function oracles(outcomes: Outcome[]): string[] {
  const of = ({ route, player, header }: Outcome) =>
    `${player.name} ${route.endpoint.method} ${route.endpoint.path} ${header}`;
  const random = new Map(outcomes.filter(({ id }) => id === 'random').map((each) => [of(each), each.answer]));
  return outcomes
    .filter(({ id, expected }) => ['birch', 'cedar', 'mixed'].includes(id) && expected !== 'passed')
    .filter((each) => random.get(of(each))?.text !== each.answer.text)
    .map((each) => `an oracle: ${each.what} differs from ${random.get(of(each))?.text}`);
}

async function switchRowLevelSecurity(to: 'enable' | 'disable'): Promise<void> {
  const { owner } = scene.server.desk.db;
  const { rows } = await owner.query(
    `select c.oid::regclass::text as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind ` +
      `= 'r' and c.relforcerowsecurity`,
  );
  for (const { name } of rows) await owner.query(`alter table ${String(name)} ${to} row level security`);
}
