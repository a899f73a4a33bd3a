import type { TargetKind } from '@desk/contract/routing';
import type { Desk } from '../platform/desk.ts';
import { inScope, type OrganizationScope } from '../platform/database/transaction.ts';
import { grantedHelpdesks } from './integrations/integrations.store.ts';
import type { Seat } from './outbound/vendor-account.ts';
import { helpdeskOf } from './vendors.ts';
import { inEnglish } from '../platform/words/sentence.logic.ts';

export type FoundTarget =
  | { kind: 'found'; target: Seat }
  | { kind: 'gone' }
  | { kind: 'not_connected' }
  | { kind: 'no_answer'; detail: string };

/** Looks up a team, admin, group or agent at the helpdesk. Call it outside of any transaction. */
export async function findTarget(
  desk: Desk,
  scope: OrganizationScope,
  { kind, id }: { kind: TargetKind; id: string },
): Promise<FoundTarget> {
  const helpdesk = helpdeskOf(kind);
  const granted = await inScope(desk.db, scope, (tx) => grantedHelpdesks(tx, scope));
  if (!granted.includes(helpdesk.name)) return { kind: 'not_connected' };
  const listed = await helpdesk.listTargets(desk, scope, kind);
  if (listed.kind === 'refused') return { kind: 'no_answer', detail: inEnglish(listed.detail) };
  const target = listed.targets.find((each) => each.id === id);
  return target ? { kind: 'found', target } : { kind: 'gone' };
}
