import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { endAttachments } from '../attachments/attachments.store.ts';

/** One small step: at most `limit` rows that are older than `before`. */
export interface RetentionStep {
  before: Date;
  limit: number;
}

type RetentionDeletion = (tx: Tx, scope: OrganizationScope, step: RetentionStep) => Promise<number>;

/** Where somebody waits or work is due, the messages are still needed. */
const atRest = sql`c.status in ('pending', 'resolved', 'spam')`;

const count = (result: { numAffectedRows?: bigint | undefined }) => Number(result.numAffectedRows ?? 0);

/** Deletes messages with their ratings; their files end with them. */
export const forgetMessages: RetentionDeletion = async (tx, scope, { before, limit }) => {
  const { organizationId } = scope;
  const { rows } = await sql<{ id: string }>`delete from message where organization_id = ${organizationId} and id in (
      select m.id from message m join conversation c on c.organization_id = m.organization_id and c.id = m.conversation_id
      where m.organization_id = ${organizationId} and m.created_at < ${before} and ${atRest} limit ${limit})
      returning id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await endAttachments(tx, scope, ids, before);
  return ids.length;
};

/** `forgetSent`, `forgetNotes` and `forgetSubjects` erase copies of messages: in the outbox, in handovers and in the queue. */
export const forgetSent: RetentionDeletion = async (tx, { organizationId }, { before, limit }) =>
  count(
    await sql`update outbox set content = '{}', last_error = null where organization_id = ${organizationId} and id in (
      select o.id from outbox o where o.organization_id = ${organizationId} and o.created_at < ${before}
        and o.state in ('sent', 'cancelled', 'unknown', 'dead') and o.content <> '{}' limit ${limit})`.execute(tx),
  );

export const forgetNotes: RetentionDeletion = async (tx, { organizationId }, { before, limit }) =>
  count(
    await sql`update handover set note = null, message_sent = null where organization_id = ${organizationId} and id in (
      select h.id from handover h join conversation c on c.organization_id = h.organization_id and c.id = h.conversation_id
      where h.organization_id = ${organizationId} and h.created_at < ${before} and ${atRest}
        and (h.note is not null or h.message_sent is not null) limit ${limit})`.execute(tx),
  );

export const forgetSubjects: RetentionDeletion = async (tx, { organizationId }, { before, limit }) =>
  count(
    await sql`update conversation set subject = null, last_message_text = '', last_customer_text = null, version = version + 1
      where organization_id = ${organizationId} and id in (
      select c.id from conversation c where c.organization_id = ${organizationId} and c.last_message_at < ${before}
        and ${atRest} and (c.subject is not null or c.last_message_text <> '' or c.last_customer_text is not null) limit ${limit})`.execute(
      tx,
    ),
  );

/** Deletes decisions, also those about messages that belong to no conversation. */
export const forgetDecisions: RetentionDeletion = async (tx, { organizationId }, { before, limit }) =>
  count(
    await sql`delete from decision where organization_id = ${organizationId} and id in (
      select d.id from decision d left join conversation c on c.organization_id = d.organization_id and c.id = d.conversation_id
      where d.organization_id = ${organizationId} and d.created_at < ${before}
        and (d.conversation_id is null or ${atRest}) limit ${limit})`.execute(tx),
  );
