import type { DestinationKind } from '@desk/contract/decisions';
import type { FieldError } from '../../platform/http/field-error.logic.ts';
import { sentence, type Sentence } from '../../platform/words/sentence.logic.ts';

interface DestinationFields {
  readonly id: string;
  readonly kind: DestinationKind;
  readonly target: string | null;
  readonly fallback_destination_id: string | null;
}

/** The members of a destination besides its name. */
export const members = ['kind', 'target', 'hours', 'fallback_destination_id', 'enabled'] as const;
type ComparedMembers = Record<(typeof members)[number], unknown>;

export const isOnlyRenamed = (before: ComparedMembers, after: ComparedMembers): boolean =>
  members.every((member) => before[member] === after[member]);

/** Returns the faults of a destination that the schema cannot detect, given the organization's other destinations. */
export function faultsOfDestination(
  destination: DestinationFields,
  others: readonly DestinationFields[],
): FieldError[] {
  const target = faultOfTarget(destination);
  const fallback = faultOfFallback(destination, others);
  return [
    ...(target ? [{ path: '/target', message: target }] : []),
    ...(fallback ? [{ path: '/fallback_destination_id', message: fallback }] : []),
  ];
}

function faultOfTarget({ kind, target }: DestinationFields): Sentence | null {
  switch (kind) {
    case 'queue':
      return null;
    case 'chatdesk_team':
    case 'chatdesk_admin':
    case 'ticketdesk_group':
    case 'ticketdesk_agent':
      return target?.trim() ? null : sentence`must be the id at the vendor`;
    case 'email':
      return /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/.test(target ?? '') ? null : sentence`must be an e-mail address`;
    case 'webhook':
      return /^https?:\/\/[^\s/?#]+\S*$/i.test(target ?? '') ? null : sentence`must be an http or https URL`;
  }
}

function faultOfFallback(destination: DestinationFields, others: readonly DestinationFields[]): Sentence | null {
  const byId = new Map([...others, destination].map((each) => [each.id, each]));
  const first = destination.fallback_destination_id;
  if (first !== null && !byId.has(first)) return sentence`there is no such destination`;
  // Stop at a cycle among other destinations, which is not a fault of this one.
  const seen = new Set<string>();
  let next = first;
  while (next !== null && !seen.has(next)) {
    if (next === destination.id) return sentence`would lead back to this destination`;
    seen.add(next);
    next = byId.get(next)?.fallback_destination_id ?? null;
  }
  return null;
}
