import type { Insertable, Selectable } from 'kysely';
import type { Tables, Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../../port/channels.tables.ts';

export type MailTrace = Selectable<Tables['email_message']>;

/** Remembers a mail by its id; a repeat changes nothing. */
export const rememberMail = (tx: Tx, mail: Insertable<Tables['email_message']>) =>
  tx
    .insertInto('email_message')
    .values(mail)
    .onConflict((conflict) => conflict.columns(['organization_id', 'message_id']).doNothing())
    .execute();

/** The message ids among these that we know, each with its thread. */
export async function knownMessages(
  tx: Tx,
  scope: OrganizationScope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('email_message')
    .select(['message_id', 'thread'])
    .where('organization_id', '=', scope.organizationId)
    .where('message_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.message_id, row.thread]));
}

/** A mail among these ids that we sent. */
export const findSentMail = async (
  tx: Tx,
  scope: OrganizationScope,
  ids: readonly string[],
): Promise<MailTrace | undefined> =>
  ids.length === 0
    ? undefined
    : tx
        .selectFrom('email_message')
        .selectAll()
        .where('organization_id', '=', scope.organizationId)
        .where('message_id', 'in', ids.slice(0, 100))
        .where('direction', '=', 'out')
        .limit(1)
        .executeTakeFirst();

/** The participants of these threads other than us, whether they wrote or were written to. */
export async function participantsOf(
  tx: Tx,
  scope: OrganizationScope,
  threads: readonly string[],
): Promise<Map<string, Set<string>>> {
  if (threads.length === 0) return new Map();
  const rows = await tx
    .selectFrom('email_message')
    .select(['thread', 'counterpart'])
    .distinct()
    .where('organization_id', '=', scope.organizationId)
    .where('thread', 'in', threads)
    .execute();
  const people = new Map<string, Set<string>>();
  for (const { thread, counterpart } of rows) {
    if (counterpart) people.set(thread, (people.get(thread) ?? new Set()).add(counterpart));
  }
  return people;
}

/** The newest incoming mail: from that person if there is one, and from a program only if there is no other. */
export const newestIncoming = (
  tx: Tx,
  scope: OrganizationScope,
  thread: string,
  counterpart: string,
): Promise<MailTrace | undefined> =>
  tx
    .selectFrom('email_message')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('thread', '=', thread)
    .where('direction', '=', 'in')
    .orderBy('automated')
    .orderBy((eb) => eb('counterpart', '=', counterpart), 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Returns false if an earlier hand-over of the same mail was never finished, or its outcome never settled. */
export async function beginSending(tx: Tx, scope: OrganizationScope, messageId: string): Promise<boolean> {
  const begun = await tx
    .insertInto('email_sending')
    .values({ organization_id: scope.organizationId, message_id: messageId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('message_id')
    .executeTakeFirst();
  return begun !== undefined;
}

/** Ends a hand-over that failed, or, in the transaction that settles the mail, one that succeeded. */
export const endSending = (tx: Tx, scope: OrganizationScope, messageId: string) =>
  tx
    .deleteFrom('email_sending')
    .where('organization_id', '=', scope.organizationId)
    .where('message_id', '=', messageId)
    .execute();
