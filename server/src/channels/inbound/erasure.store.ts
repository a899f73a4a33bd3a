import type { Channel } from '@desk/contract/conversations';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import '../port/channels.tables.ts';

/** The traces that a person has left in the channels up to a time. */
export interface ChannelTraces {
  /** `alone`: nobody else has a conversation in the thread. */
  threads: readonly { channel: Channel; reference: string; alone: boolean }[];
  /** Lower case. */
  addresses: readonly string[];
  until: Date;
  limit: number;
}

const count = (result: { numAffectedRows?: bigint | undefined }) => Number(result.numAffectedRows ?? 0);

const isIn = (threads: ChannelTraces['threads']) => sql`in (select * from unnest(
  ${threads.map(({ channel }) => channel)}::text[], ${threads.map(({ reference }) => reference)}::text[]))`;
const sentFrom = (addresses: readonly string[]) =>
  sql`(e.channel = 'email' and lower(e.facts->>'envelopeFrom') = any(${[...addresses]}::text[]))`;

// Mail that a filter stopped is in no conversation, but its thread or its envelope tells its sender. Events of a helpdesk that
// arrived after the request for erasure are included where each event contains the whole conversation.
const ofLanes = ({ organizationId }: OrganizationScope, { threads, addresses, until }: ChannelTraces) =>
  sql`e.organization_id = ${organizationId} and (e.received_at <= ${until} or (e.state not in ('queued', 'parked')
    and exists (select from lane l where l.organization_id = ${organizationId} and l.channel = e.channel
      and l.lane_key = e.lane_key and l.forgets))) and (
    (e.channel, e.lane_key) ${isIn(threads)} or ${sentFrom(addresses)}
    or (e.channel = 'email' and e.lane_key in (select m.thread from email_message m
      where m.organization_id = ${organizationId} and lower(m.counterpart) = any(${[...addresses]}::text[]))))`;

/** Whether one of their events still waits to be processed. */
export async function eventsWait(tx: Tx, scope: OrganizationScope, traces: ChannelTraces): Promise<boolean> {
  const { rows } = await sql`select from inbound_event e
    where ${ofLanes(scope, traces)} and e.state = 'queued' limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * From now on, events about these helpdesk conversations are not kept as they came, because each contains the whole conversation.
 */
export const forgetInLanes = (tx: Tx, { organizationId }: OrganizationScope, threads: ChannelTraces['threads']) =>
  sql`update lane set forgets = true where organization_id = ${organizationId} and channel <> 'email'
    and (channel, lane_key) ${isIn(threads)}`.execute(tx);

interface ForgottenEvents {
  count: number;
  /** Decisions about events that are in no conversation. */
  decisionIds: string[];
}

/** Deletes raw data, except for files. The row stays, with the vendor's id and the digest, so that a repeat is still recognised. */
export async function forgetEventsOf(
  tx: Tx,
  scope: OrganizationScope,
  traces: ChannelTraces,
): Promise<ForgottenEvents> {
  const { organizationId } = scope;
  const { rows } = await sql<{ decision_id: string | null; copy_decision_id: string | null }>`
    update inbound_event set raw = '', raw_key = null, headers = '{}', facts = '{}', last_error = null,
      state = case when state = 'parked' then 'dead' else state end
    where organization_id = ${organizationId} and id in (select e.id from inbound_event e
      where ${toForget(scope, traces)} limit ${traces.limit})
    returning decision_id, copy_decision_id`.execute(tx);
  const ids = rows.flatMap((row) => [row.decision_id, row.copy_decision_id]);
  return { count: rows.length, decisionIds: ids.filter((id) => id !== null) };
}

// A dead letter in a thread of several people may be anybody's: it is discarded only if its envelope names the person.
function toForget(scope: OrganizationScope, traces: ChannelTraces) {
  const alone = traces.threads.filter((thread) => thread.alone);
  return sql`${ofLanes(scope, traces)} and (
    (e.state not in ('queued', 'parked') and (octet_length(e.raw) > 0 or e.raw_key is not null))
    or (e.state = 'parked' and ((e.channel, e.lane_key) ${isIn(alone)} or ${sentFrom(traces.addresses)})))`;
}

/** The files of the events that `forgetEventsOf` forgets, in their order. */
export async function rawFilesOf(
  tx: Tx,
  scope: OrganizationScope,
  traces: ChannelTraces & { after: number },
): Promise<{ id: number; raw_key: string }[]> {
  const { rows } = await sql<{ id: number; raw_key: string }>`select e.id, e.raw_key from inbound_event e
    where ${toForget(scope, traces)} and e.raw_key is not null and e.id > ${traces.after}
    order by e.id limit ${traces.limit}`.execute(tx);
  return rows;
}

/** Deletes what is stored about their mails: subjects, addresses, bounces, and mail without a recipient here. */
export async function forgetMailsOf(
  tx: Tx,
  { organizationId }: OrganizationScope,
  { threads, addresses, until, limit }: ChannelTraces,
): Promise<number> {
  const mailThreads = threads.flatMap(({ channel, reference, alone }) =>
    channel === 'email' && alone ? [reference] : [],
  );
  const known = await sql`delete from email_message where organization_id = ${organizationId} and message_id in (
    select m.message_id from email_message m where m.organization_id = ${organizationId} and m.created_at <= ${until}
      and (m.thread = any(${mailThreads}::text[]) or lower(m.counterpart) = any(${[...addresses]}::text[])) limit ${limit})`.execute(
    tx,
  );
  const bounced = await sql`delete from email_suppression where organization_id = ${organizationId}
    and lower(address) = any(${[...addresses]}::text[])`.execute(tx);
  const stray = await sql`delete from unroutable_mail where received_at <= ${until}
    and lower(envelope_from) = any(${[...addresses]}::text[])
    and (signed_by = ${organizationId} or exists (select from unnest(string_to_array(lower(envelope_to), ',')) recipient
      join verified_email_domain ours on ours.domain = rtrim(split_part(recipient, '@', 2), ' >')
      where ours.organization_id = ${organizationId}))`.execute(tx);
  return count(known) + count(bounced) + count(stray);
}
