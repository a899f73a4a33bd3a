import type { Destination, Tag } from '@desk/contract/routing';
import type { Rule } from '@desk/contract/rules';
import type { DestinationRow } from '../policy/destinations.store.ts';
import { warningsOfRule, type LintSurroundings } from '../lint/lint-policy.logic.ts';
import { stageOf, stopsLaterRules } from '../policy/policy.logic.ts';
import type { RuleRow } from '../policy/rules.store.ts';
import type { TagRow } from '../policy/tags.store.ts';

export const viewTag = (row: TagRow): Tag => ({ ...row, ...times(row) });

export const viewDestination = (row: DestinationRow): Destination => ({ ...row, ...times(row) });

/** Shows a rule with its warnings, which depend on the rest of the policy. */
export function viewRule(row: RuleRow, around: LintSurroundings): Rule {
  const { conditions, effects, stop, last_hit_at, ...members } = row;
  return {
    ...members,
    ...times(row),
    when: conditions,
    then: effects,
    stop: stopsLaterRules({ stop, then: effects }),
    stage: stageOf(conditions),
    last_hit_at: last_hit_at?.toISOString() ?? null,
    warnings: warningsOfRule(row, around),
  };
}

const times = ({ created_at, updated_at }: { created_at: Date; updated_at: Date }) => ({
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});
