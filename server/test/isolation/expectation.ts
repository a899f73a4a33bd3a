import { roles } from '@desk/contract/access';
import type { Route } from '../../src/platform/server/route.ts';
import type { Player } from './cast.ts';

/** Whose id stands in the path, or none is asked for; `mixed` are ids of ours below an id of theirs, and the reverse. */
export type IdKind = 'none' | 'birch' | 'cedar' | 'random' | 'malformed' | 'mixed';
/** Whose id stands in X-Organization-ID. */
export type HeaderKind = 'none' | 'birch' | 'cedar' | 'malformed';

export interface Attempt {
  route: Route;
  player: Player;
  id: IdKind;
  header: HeaderKind;
}

/** `passed`: the request reached the operation, whatever that says of its body or of the state of things. */
export type Expected = 400 | 401 | 403 | 404 | 'passed';

/**
 * What docs/api.md and the route's declaration say (docs/promises.md, order of checks and scope); `organizations` by
 * the names used above.
 */
export function expectedOf({ route, player, id, header }: Attempt, organizations: Record<string, string>): Expected {
  if (player.token === 'useless') return 401;
  if (header === 'malformed') return 400;
  const held = [...player.roles.keys()];
  const asked = header === 'none' ? null : organizations[header];
  if (asked !== null && (asked === undefined || !player.roles.has(asked))) return 403;
  const needed = roles.find((role) => role === route.access.name);
  // About a person: a key is none, and nobody of the cast has what an id of such a path could name.
  if (!needed && player.kind === 'key') return 403;
  if (!needed) return id === 'none' ? 'passed' : 404;
  const organization = asked ?? (held.length === 1 ? held[0] : undefined);
  if (organization === undefined) return held.length === 0 ? 403 : 400;
  const role = player.roles.get(organization);
  if (!role || roles.indexOf(role) < roles.indexOf(needed)) return 403;
  // Members may leave, but not remove others: this is checked before the other one is looked up.
  if (route.endpoint.operation === 'deleteMember' && role === 'member' && id !== 'malformed') return 403;
  return id === 'none' || organization === organizations[id] ? 'passed' : 404;
}
