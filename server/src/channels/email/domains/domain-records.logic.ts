import type { DomainRecord } from '@desk/contract/email-domains';

export interface DomainClaim {
  domain: string;
  token: string;
  /** The domain that receives mail for us, for the optional MX record. */
  inboundDomain: string;
}

/** The values that the name servers returned; null if the query failed. */
export interface DnsAnswers {
  ownership: string[] | null;
  mx: string[] | null;
  spf: string[] | null;
  dmarc: string[] | null;
}

export type RecordState = 'ok' | 'missing' | 'mismatch' | 'error';
export interface RecordFinding {
  state: RecordState;
  found: string[];
}

type Purpose = keyof DnsAnswers;
type ExpectedRecord = Pick<DomainRecord, 'type' | 'name' | 'value' | 'required_for'> & { purpose: Purpose };

/** The records of a domain, the one that proves ownership first. Only that one is needed to receive mail here. */
export function expectedRecords({ domain, token, inboundDomain }: DomainClaim): ExpectedRecord[] {
  return [
    {
      purpose: 'ownership',
      type: 'TXT',
      name: `_frontdesk-challenge.${domain}`,
      value: `frontdesk-verify=${token}`,
      required_for: 'receiving',
    },
    // Forwarding to the inbound address works as well, so a domain may keep its own mail servers.
    { purpose: 'mx', type: 'MX', name: domain, value: `10 ${inboundDomain}`, required_for: 'optional' },
    {
      purpose: 'spf',
      type: 'TXT',
      name: domain,
      value: 'v=spf1 include:<your mail relay> ~all',
      required_for: 'sending',
    },
    {
      purpose: 'dmarc',
      type: 'TXT',
      name: `_dmarc.${domain}`,
      value: `v=DMARC1; p=none; rua=mailto:postmaster@${domain}`,
      required_for: 'sending',
    },
  ];
}

/** Judges each record by itself; a missing record is a finding, not an error. */
export function judgeRecords(claim: DomainClaim, lookedUp: DnsAnswers): Record<Purpose, RecordFinding> {
  const judge = (purpose: Purpose, relevant: (value: string) => boolean, fits: (value: string) => boolean) =>
    judgeValues(lookedUp[purpose], relevant, fits);
  const expected = `frontdesk-verify=${claim.token}`;
  return {
    ownership: judge(
      'ownership',
      // People who overlook the rest of the value paste the token alone.
      (value) => value.startsWith('frontdesk-verify=') || value.includes(claim.token),
      (value) => value === expected,
    ),
    mx: judge(
      'mx',
      () => true,
      (value) => value.toLowerCase().replace(/\.$/, '').endsWith(` ${claim.inboundDomain.toLowerCase()}`),
    ),
    spf: judge(
      'spf',
      (value) => /^v=spf1\b/i.test(value),
      () => true,
    ),
    dmarc: judge(
      'dmarc',
      (value) => /^v=DMARC1\b/i.test(value),
      () => true,
    ),
  };
}

function judgeValues(
  values: string[] | null,
  relevant: (value: string) => boolean,
  fits: (value: string) => boolean,
): RecordFinding {
  if (values === null) return { state: 'error', found: [] };
  const found = values.filter(relevant).slice(0, 10);
  if (found.some(fits)) return { state: 'ok', found };
  return { state: found.length > 0 ? 'mismatch' : 'missing', found };
}

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The lower-case host name without a final dot; null for names that cannot have mail: a single label, an address, invalid
 * characters.
 */
export function readDomain(text: string): string | null {
  const domain = text.trim().toLowerCase().replace(/\.$/, '');
  const labels = domain.split('.');
  const isName = labels.length >= 2 && labels.every((each) => label.test(each)) && !/^\d+$/.test(labels.at(-1) ?? '');
  return isName && domain.length <= 253 ? domain : null;
}
