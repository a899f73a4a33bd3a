import type { Destination, Tag } from '@desk/contract/routing';
import type { PolicyWarning, Rule } from '@desk/contract/rules';
import type { DestinationRow } from '../policy/destinations.store.ts';
import { stageOf, stopsLaterRules } from '../policy/policy.logic.ts';
import type { RuleRow } from '../policy/rules.store.ts';
import type { TagRow } from '../policy/tags.store.ts';

export const viewTag = (row: TagRow): Tag => ({ ...row, ...times(row) });

export const viewDestination = (row: DestinationRow): Destination => ({ ...row, ...times(row) });

/** `destinations` are those of the organization: a rule that leads to a disabled one says so. */
export function viewRule(row: RuleRow, destinations: readonly DestinationRow[]): Rule {
  const { conditions, effects, stop, last_hit_at, ...members } = row;
  return {
    ...members,
    ...times(row),
    when: conditions,
    then: effects,
    stop: stopsLaterRules({ stop, then: effects }),
    stage: stageOf(conditions),
    last_hit_at: last_hit_at?.toISOString() ?? null,
    warnings: warningsOf(row, destinations),
  };
}

function warningsOf({ effects }: RuleRow, destinations: readonly DestinationRow[]): PolicyWarning[] {
  const destination = destinations.find(({ id }) => id === effects.destination_id);
  if (!destination || destination.enabled) return [];
  return [{ code: 'disabled_destination', message: `The destination "${destination.name}" is disabled.` }];
}

const times = ({ created_at, updated_at }: { created_at: Date; updated_at: Date }) => ({
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});
