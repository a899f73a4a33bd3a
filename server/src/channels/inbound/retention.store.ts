import { sql } from 'kysely';
import type { ChannelName } from '../port/channel.logic.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { unscoped, type OrganizationScope } from '../../platform/database/transaction.ts';

const count = (result: { numAffectedRows?: bigint | undefined }) => Number(result.numAffectedRows ?? 0);

/** Subjects and addresses of mails. An answer to one of them begins a thread of its own from then on. */
export const forgetMailTraces = async (
  tx: Tx,
  { organizationId }: OrganizationScope,
  { before, limit }: { before: Date; limit: number },
): Promise<number> =>
  count(
    await sql`delete from email_message where organization_id = ${organizationId} and message_id in (
      select m.message_id from email_message m where m.organization_id = ${organizationId} and m.created_at < ${before}
      limit ${limit})`.execute(tx),
  );

/** Mail for nobody belongs to no organization that could say how long. */
export const forgetUnroutableMail = (db: Db, before: Date) =>
  unscoped(db, (tx) => tx.deleteFrom('unroutable_mail').where('received_at', '<', before).execute());
