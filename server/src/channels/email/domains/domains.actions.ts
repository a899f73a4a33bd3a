import { randomBytes } from 'node:crypto';
import type { Resolver } from 'node:dns/promises';
import { domainToASCII } from 'node:url';
import { changesBetween, record, type Acting } from '../../../access/index.ts';
import type { Desk } from '../../../platform/desk.ts';
import { conflict, invalid, notFound } from '../../../platform/http/errors.ts';
import { sentence } from '../../../platform/words/sentence.logic.ts';
import { newId } from '../../../platform/process/ids.ts';
import { decodeCursor, pageOf, type PageQuery } from '../../../platform/http/page.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { judgeRecords, readDomain, type DnsAnswers } from './domain-records.logic.ts';
import { deleteDomain, findDomain, insertDomain, listDomains, saveFindings, type DomainRow } from './domains.store.ts';
import { releaseDomain, takeDomain } from './mailboxes.store.ts';
import { nameServers } from './name-servers.ts';

/** Adds a domain with a token of its own. Anybody may add any domain: only the DNS record proves ownership. */
export async function addDomain(desk: Desk, acting: Acting, text: string): Promise<DomainRow> {
  const domain = readDomain(inAscii(text));
  if (!domain) throw invalid('/domain', sentence`This is not a domain name that can receive mail.`);
  const row = {
    organization_id: acting.organizationId,
    id: newId(),
    domain,
    token: randomBytes(20).toString('hex'),
    findings: '{}',
    created_at: desk.clock.now(),
  };
  return inScope(desk.db, acting, async (tx) => {
    const added = await insertDomain(tx, row);
    if (!added) throw conflict('already_exists', sentence`The organization already has this domain.`);
    record(desk, tx, acting, { action: 'email_domain.added', subject: subjectOf(added) });
    return added;
  });
}

/** Returns the form in which DNS and mail write a name with letters beyond ASCII: `xn--…`. */
const inAscii = (text: string): string =>
  /^\p{ASCII}*$/u.test(text) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(text.trim()) ? text : domainToASCII(text.trim());

export async function pageOfDomains(desk: Desk, scope: OrganizationScope, { limit, cursor }: PageQuery) {
  const position = decodeCursor(cursor, 1);
  const after = position ? String(position[0]) : null;
  const rows = await inScope(desk.db, scope, (tx) => listDomains(tx, scope, { after, limit }));
  return pageOf(rows, limit, (row) => [row.id]);
}

/** Throws 404. */
export async function domainById(desk: Desk, scope: OrganizationScope, id: string): Promise<DomainRow> {
  const row = await inScope(desk.db, scope, (tx) => findDomain(tx, scope, id));
  if (!row) throw notFound();
  return row;
}

/** From now on, mail to its addresses has no recipient, and another organization may verify the domain. Throws 404. */
export const removeDomain = (desk: Desk, acting: Acting, id: string): Promise<void> =>
  inScope(desk.db, acting, async (tx) => {
    const removed = await deleteDomain(tx, acting, id);
    if (!removed) throw notFound();
    await releaseDomain(tx, acting, removed.domain);
    record(desk, tx, acting, { action: 'email_domain.removed', subject: subjectOf(removed) });
  });

/**
 * Looks the records up now and stores the findings. The domain becomes the organization's if the ownership record is
 * there; throws 409 `domain_taken` if another organization has proven it before. A verified domain stays verified.
 */
export async function verifyDomain(desk: Desk, acting: Acting, id: string): Promise<DomainRow> {
  const row = await domainById(desk, acting, id);
  const claim = { domain: row.domain, token: row.token, inboundDomain: desk.config.EMAIL_INBOUND_DOMAIN };
  const findings = judgeRecords(claim, await lookUp(nameServers(desk.config), row.domain));
  const now = desk.clock.now();
  const isProven = findings.ownership.state === 'ok';
  const outcome = await inScope(desk.db, acting, async (tx) => {
    const isOurs = !isProven || (await takeDomain(tx, acting, row.domain, now));
    const verifiedAt = isProven && isOurs ? (row.verified_at ?? now) : row.verified_at;
    const saved = await saveFindings(tx, acting, id, { findings, checkedAt: now, verifiedAt });
    const changes = changesBetween(row, saved, ['checked_at', 'verified_at']);
    if (isOurs) record(desk, tx, acting, { action: 'email_domain.checked', subject: subjectOf(saved), changes });
    return { isOurs, saved };
  });
  if (!outcome.isOurs) throw conflict('domain_taken', sentence`Another organization has verified this domain.`);
  return outcome.saved;
}

const subjectOf = ({ id, domain }: DomainRow) => ({ type: 'email_domain', id, name: domain });

async function lookUp(resolver: Resolver, domain: string): Promise<DnsAnswers> {
  const texts = async (name: string) =>
    (await answered(resolver.resolveTxt(name)))?.map((chunks) => chunks.join('')) ?? null;
  const exchanges = async () =>
    (await answered(resolver.resolveMx(domain)))?.map((each) => `${each.priority} ${each.exchange}`) ?? null;
  const [ownership, mx, spf, dmarc] = await Promise.all([
    texts(`_frontdesk-challenge.${domain}`),
    exchanges(),
    texts(domain),
    texts(`_dmarc.${domain}`),
  ]);
  return { ownership, mx, spf, dmarc };
}

const empty = new Set(['ENODATA', 'ENOTFOUND', 'NXDOMAIN']);

/** An empty list if the name or the record does not exist; null if the query failed. */
async function answered<Value>(lookup: Promise<Value[]>): Promise<Value[] | null> {
  try {
    return await lookup;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return empty.has(code) ? [] : null;
  }
}
