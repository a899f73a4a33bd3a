import { roles } from '@desk/contract/access';
import type { Route } from '../../src/platform/server/route.ts';
import type { Player } from './cast.ts';

/** The owner of the ids in the path; `none`: the path has no id. `mixed`: our ids below a foreign one, and the reverse. */
export type IdKind = 'none' | 'birch' | 'cedar' | 'random' | 'malformed' | 'mixed';
/** The organization in X-Organization-ID. */
export type HeaderKind = 'none' | 'birch' | 'cedar' | 'malformed';

export interface Attempt {
  route: Route;
  player: Player;
  id: IdKind;
  header: HeaderKind;
}

/** `passed`: the request reached the operation, whatever the operation then replied. */
export type Expected = 400 | 401 | 403 | 404 | 'passed';

/**
 * The reply required by docs/api.md and the route's declaration (docs/promises.md, order of checks and scope). The keys of
 * `organizations` are the names used above.
 */
export function expectedOf({ route, player, id, header }: Attempt, organizations: Record<string, string>): Expected {
  if (player.token === 'useless') return 401;
  if (header === 'malformed') return 400;
  const held = [...player.roles.keys()];
  const requested = header === 'none' ? null : organizations[header];
  if (requested !== null && (requested === undefined || !player.roles.has(requested))) return 403;
  const needed = roles.find((role) => role === route.access.name);
  // The route is about a person: a key is refused, and nobody in the cast owns a thing that an id in such a path could name.
  if (!needed && player.kind === 'key') return 403;
  if (!needed) return id === 'none' ? 'passed' : 404;
  const organization = requested ?? (held.length === 1 ? held[0] : undefined);
  if (organization === undefined) return held.length === 0 ? 403 : 400;
  const role = player.roles.get(organization);
  if (!role || roles.indexOf(role) < roles.indexOf(needed)) return 403;
  // Members may leave, but not remove others. The route checks this before it looks the other member up.
  if (route.endpoint.operation === 'deleteMember' && role === 'member' && id !== 'malformed') return 403;
  return id === 'none' || organization === organizations[id] ? 'passed' : 404;
}
