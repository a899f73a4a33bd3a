import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { unscoped, type OrganizationScope } from '../../platform/database/transaction.ts';

const count = (result: { numAffectedRows?: bigint | undefined }) => Number(result.numAffectedRows ?? 0);

export interface Forgetting {
  before: Date;
  limit: number;
}

/** Clears the raw data of events that are done or given up. Returns for each the file that it named. */
export async function clearRawEvents(
  tx: Tx,
  { organizationId }: OrganizationScope,
  { before, limit }: Forgetting,
): Promise<(string | null)[]> {
  const { rows } = await sql<{
    raw_key: string | null;
  }>`update inbound_event set raw = '', raw_key = null, headers = '{}',
      facts = '{}', last_error = null
    from (select e.id, e.raw_key from inbound_event e where e.organization_id = ${organizationId} and e.received_at < ${before}
      and e.state in ('done', 'dead') and (octet_length(e.raw) > 0 or e.raw_key is not null) limit ${limit}) old
    where inbound_event.organization_id = ${organizationId} and inbound_event.id = old.id returning old.raw_key`.execute(
    tx,
  );
  return rows.map(({ raw_key }) => raw_key);
}

/** Clears the raw data of one event. Returns the file that it named. */
export async function clearRaw(
  tx: Tx,
  { organizationId, id }: OrganizationScope & { id: string },
): Promise<(string | null)[]> {
  const { rows } = await sql<{
    raw_key: string | null;
  }>`update inbound_event set raw = '', raw_key = null, headers = '{}',
      facts = '{}'
    from (select e.id, e.raw_key from inbound_event e where e.organization_id = ${organizationId} and e.id = ${id}) old
    where inbound_event.organization_id = ${organizationId} and inbound_event.id = old.id returning old.raw_key`.execute(
    tx,
  );
  return rows.map(({ raw_key }) => raw_key);
}

/** Gives up dead-lettered events whose content may no longer be kept. */
export const giveUpParked = async (
  tx: Tx,
  { organizationId }: OrganizationScope,
  { before, limit }: Forgetting,
): Promise<number> =>
  count(
    await sql`update inbound_event set state = 'dead' where organization_id = ${organizationId} and id in (
      select e.id from inbound_event e where e.organization_id = ${organizationId} and e.received_at < ${before}
        and e.state = 'parked' limit ${limit})`.execute(tx),
  );

/** Deletes the subjects and addresses of mails. A reply to one of them then begins a new thread. */
export const forgetMailTraces = async (
  tx: Tx,
  { organizationId }: OrganizationScope,
  { before, limit }: Forgetting,
): Promise<number> =>
  count(
    await sql`delete from email_message where organization_id = ${organizationId} and message_id in (
      select m.message_id from email_message m where m.organization_id = ${organizationId} and m.created_at < ${before}
      limit ${limit})`.execute(tx),
  );

/** Unroutable mail belongs to no organization that could set a period. */
export const forgetUnroutableMail = (db: Db, before: Date) =>
  unscoped(db, (tx) => tx.deleteFrom('unroutable_mail').where('received_at', '<', before).execute());
