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

export interface DestinationSurroundings {
  readonly others: readonly DestinationFields[];
  /** The destination as it is saved; its address is not checked again, because what may be asked can change later. */
  readonly before: Pick<DestinationFields, 'kind' | 'target'> | null;
  /** Whether the desk may send requests there, as far as the URL itself shows. */
  readonly mayAsk: (url: URL) => boolean;
}

/** Returns the faults of a destination that the schema cannot detect. */
export function faultsOfDestination(
  destination: DestinationFields,
  { others, before, mayAsk }: DestinationSurroundings,
): FieldError[] {
  const isSaved = before?.kind === destination.kind && before.target === destination.target;
  const target = isSaved ? null : faultOfTarget(destination, mayAsk);
  const fallback = faultOfFallback(destination, others);
  return [
    ...(target ? [{ path: '/target', message: target }] : []),
    ...(fallback ? [{ path: '/fallback_destination_id', message: fallback }] : []),
  ];
}

function faultOfTarget(
  { kind, target }: DestinationFields,
  mayAsk: DestinationSurroundings['mayAsk'],
): Sentence | null {
  switch (kind) {
    case 'queue':
      return null;
    case 'chatdesk_team':
    case 'chatdesk_admin':
    case 'ticketdesk_group':
    case 'ticketdesk_agent':
      return target?.trim() ? null : sentence`must be the vendor’s id`;
    case 'email':
      return /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/.test(target ?? '') ? null : sentence`must be an e-mail address`;
    case 'webhook':
      return faultOfAddress(target ?? '', mayAsk);
  }
}

// An address that can never be asked would leave each handover to it waiting, and nobody notified.
function faultOfAddress(target: string, mayAsk: DestinationSurroundings['mayAsk']): Sentence | null {
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return sentence`must be an http or https URL`;
  const url = new URL(target);
  if (url.username || url.password) return sentence`must not contain credentials`;
  return mayAsk(url) ? null : sentence`must be a public address, over https on port 443`;
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
