import type { TargetKind } from '@desk/contract/routing';
import type { Desk } from '../../platform/desk.ts';
import { upstreamFailed } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { Seat } from '../outbound/vendor-account.ts';
import type { Helpdesk } from './helpdesk.ts';

const keptMilliseconds = 60_000;
const mostKept = 500;

/**
 * The vendor's teams, admins, groups or agents that a destination can name, cached for a minute. Throws 409
 * `not_connected` without a grant, and 502 if the vendor does not list them.
 */
export function createTargets(desk: Desk, helpdeskOf: (kind: TargetKind) => Helpdesk) {
  const kept = new Map<string, { until: number; targets: Seat[] }>();
  return async (scope: OrganizationScope, kind: TargetKind): Promise<Seat[]> => {
    const key = `${scope.organizationId} ${kind}`;
    const now = desk.clock.now().getTime();
    const known = kept.get(key);
    if (known && known.until > now) return known.targets;
    const found = await helpdeskOf(kind).listTargets(desk, scope, kind);
    if (found.kind === 'refused') throw upstreamFailed(sentence`The helpdesk did not list them: ${found.detail}.`);
    kept.delete(key);
    kept.set(key, { until: now + keptMilliseconds, targets: found.targets });
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break;
      kept.delete(oldest);
    }
    return found.targets;
  };
}
