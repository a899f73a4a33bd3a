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

// docs/promises.md, order of checks and isolation: every route × caller × id × scope header, with what is expected computed from the
// declarations; then with one of the two walls taken away, and in the end with both.

// Both engines have the same policies and queries; each wall is proven on the one that serves many organizations.
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

test('everybody gets where their role leads and no further, and the other organization stays as it is', async () => {
  // Who may do what is decided by the same code on both engines; all the callers on one of them are enough.
  assert.deepEqual(await faultsOf(process.env['TEST_ENGINE'] === 'postgres' && !quick ? 'everybody' : 'few'), []);
});

test('a position in a list of theirs leads nowhere in ours', async () => {
  const { ada, mallory } = scene.cast.world;
  const isList = ({ endpoint }: Route) => JSON.stringify(endpoint.query ?? {}).includes('"cursor"');
  const lists = guardedRoutes(scene.server).filter((route) => isList(route) && !route.endpoint.path.includes(':'));
  assert.notEqual(lists.length, 0);
  for (const { endpoint } of lists) {
    const page = await mallory.calls('GET', `${endpoint.path}?limit=1`);
    // The cloud drive's: none is connected.
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
  'row-level security alone keeps organizations apart, should every filter in our queries be forgotten',
  walls,
  async () => {
    filters.removed = true;
    assert.deepEqual(await faultsOf('few'), []);
    filters.removed = false;
  },
);

test('our queries alone keep organizations apart, should row-level security be off', walls, async () => {
  await switchRowLevelSecurity('disable');
  assert.deepEqual(await faultsOf('few'), []);
  await switchRowLevelSecurity('enable');
});

test('with both walls gone the same attempts find faults, so that they would have been seen', walls, async () => {
  filters.removed = true;
  await switchRowLevelSecurity('disable');
  const faults = await faultsOf('few');
  assert.ok(faults.some((fault) => fault.startsWith('told of')));
  assert.ok(faults.some((fault) => fault.startsWith('rows of')));
});

/** What was not as expected, as sentences. */
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
  // What the scene or the side before has promised would be taken for the doing of this one.
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

/** A foreign id must be answered like one that does not exist, byte for byte: else it tells that the thing is there. */
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
