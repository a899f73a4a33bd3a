import type { DomainRecord, EmailDomain } from '@desk/contract/email-domains';
import { expectedRecords } from './domain-records.logic.ts';
import type { DomainRow } from './domains.store.ts';

export function emailDomain(row: DomainRow, inboundDomain: string): EmailDomain {
  const checkedAt = row.checked_at?.toISOString() ?? null;
  return {
    id: row.id,
    domain: row.domain,
    status: statusOf(row),
    records: expectedRecords({ domain: row.domain, token: row.token, inboundDomain }).map((wanted): DomainRecord => {
      const finding = row.findings[wanted.purpose];
      return {
        ...wanted,
        state: finding?.state ?? 'unknown',
        found: finding?.found ?? [],
        checked_at: finding ? checkedAt : null,
      };
    }),
    created_at: row.created_at.toISOString(),
    verified_at: row.verified_at?.toISOString() ?? null,
    round_trip: roundTripOf(row),
  };
}

const roundTripOf = ({
  round_trip_address: address,
  round_trip_sent_at: sent,
  round_trip_arrived_at: arrived,
}: DomainRow): EmailDomain['round_trip'] =>
  address === null || sent === null
    ? null
    : { address, sent_at: sent.toISOString(), arrived_at: arrived?.toISOString() ?? null };

// Degraded: it was verified once, but the last look-up did not find the record.
function statusOf(row: DomainRow): EmailDomain['status'] {
  if (row.verified_at === null) return 'pending';
  const ownership = row.findings['ownership']?.state;
  return ownership === 'missing' || ownership === 'mismatch' ? 'degraded' : 'verified';
}
