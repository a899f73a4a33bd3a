import type { Route } from '../../src/platform/server/route.ts';
import type { TestServer } from '../server.ts';
import type { Answer } from '../world.ts';
import { castOf, type Cast, type Player } from './cast.ts';
import { expectedOf, type Attempt, type Expected, type HeaderKind, type IdKind } from './expectation.ts';
import { quick } from '../promises/chance.ts';
import { bodyOf, hasIds, isNested, pathOf } from './requests.ts';
import { oneOfEach, type Resources } from './resources.ts';

export interface Scene {
  server: TestServer;
  cast: Cast;
  resources: { birch: Resources; cedar: Resources };
}

export const marks = { birch: 'CanaryOfBirch', cedar: 'CanaryOfCedar' };

export async function setScene(server: TestServer): Promise<Scene> {
  const cast = await castOf(server);
  const birch = await oneOfEach(server, cast.world.ada, marks.birch);
  const cedar = await oneOfEach(server, cast.world.mallory, marks.cedar);
  return { server, cast, resources: { birch, cedar } };
}

/** Routes that authenticate a token. The others have no organization, or find it in a signed payload. */
export const guardedRoutes = ({ routes }: TestServer): Route[] =>
  routes.filter(({ access }) => access.name !== 'anyone' && access.name !== 'signature');

const headers: readonly HeaderKind[] = ['birch', 'cedar', 'none', 'malformed'];

/**
 * Every id under every header. The quick run does that only under the header of an organization of the player; under the other
 * headers it tries only a stranger's id and an unknown one, whose replies must be equal.
 */
export function* attempts(routes: Route[], players: Player[], organizations: Organizations): Generator<Attempt> {
  for (const route of routes)
    for (const player of players)
      for (const header of headers)
        for (const id of idKindsOf(route)) {
          const isOwn = (name: string) => player.roles.has(organizations[name as 'birch'] ?? '');
          if (!quick || isOwn(header) || !(isOwn(id) || id === 'malformed' || id === 'mixed'))
            yield { route, player, id, header };
        }
}

type Organizations = Readonly<Record<'birch' | 'cedar', string>>;

export interface Outcome extends Attempt {
  answer: Answer;
  expected: Expected;
  /** The call in words. */
  what: string;
  /** The unexpected result, or null. */
  fault: string | null;
}

/** Makes the call and compares the reply with the expected one; null if the call would destroy the scene. */
export async function attempt(scene: Scene, one: Attempt): Promise<Outcome | null> {
  const { route, player, id, header } = one;
  const organizations = { birch: scene.cast.birch, cedar: scene.cast.cedar };
  const expected = expectedOf(one, organizations);
  if (expected === 'passed' && endsTheScene(route, id)) return null;
  const path = pathOf(route, id, scene.resources);
  const answer = await player.caller.calls(route.endpoint.method, path, bodyOf(route), {
    'x-request-id': 'matrix',
    ...(header === 'none' ? {} : { 'x-organization-id': headerText(header, organizations) }),
  });
  const what = `${player.name} ${route.endpoint.method} ${route.endpoint.path}, id ${id}, header ${header}`;
  const asExpected =
    expected === 'passed'
      ? answer.status < 500 && ![401, 403, 404].includes(answer.status)
      : answer.status === expected;
  const fault = asExpected ? null : `${what}: not ${expected} but ${answer.status} ${answer.text.slice(0, 200)}`;
  return { ...one, answer, expected, what, fault };
}

const headerText = (header: HeaderKind, organizations: Record<string, string>) =>
  organizations[header] ?? 'not-an-organization';

function idKindsOf(route: Route): IdKind[] {
  if (!hasIds(route)) return ['none'];
  const kinds: IdKind[] = ['birch', 'cedar', 'random', 'malformed'];
  return isNested(route) ? [...kinds, 'mixed'] : kinds;
}

// Signing out, deleting things that other attempts need, and restoring an older policy or older settings.
const endsTheScene = ({ endpoint }: Route, id: IdKind) =>
  endpoint.operation === 'logout' ||
  endpoint.operation === 'restorePolicyRevision' ||
  endpoint.operation === 'restoreSettingsRevision' ||
  // A delivered mail is not there for the next caller, nor is an event that is no dead letter any more.
  ((endpoint.method === 'DELETE' ||
    ['deliverUnroutableMail', 'retryDeadLetter', 'discardDeadLetter'].includes(endpoint.operation)) &&
    (id === 'birch' || id === 'cedar'));

/** A digest of the organization's rows, by table. Equal digests before and after mean that nothing changed. */
export async function rowsOf({ server }: Scene, organizationId: string): Promise<Record<string, string>> {
  const owner = server.desk.db.owner;
  const { rows: tables } = await owner.query(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await owner.query(
      `select md5(string_agg(t::text, ',' order by t::text)) as digest from ${String(name)} t where organization_id = $1`,
      [organizationId],
    );
    digests[String(name)] = String(rows[0]?.['digest']);
  }
  return digests;
}
