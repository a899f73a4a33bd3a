import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import '../../src/app.ts';
import { exportParts } from '../../src/platform/tenant/exported-rows.ts';
import { cloneDatabase, type TestDatabase } from '../database.ts';

let database: TestDatabase;
before(async () => {
  database = await cloneDatabase();
});
after(async () => {
  await database.db.close();
  await database.drop();
});

/**
 * What an archive leaves out, table by table; `*` is the whole table. Add a new column here, or to the `exported.ts` of its domain: it must
 * never be a secret there, and never the only copy of something here.
 */
const leftOut: Record<string, string> = {
  // Secrets, and what only compares them.
  api_key: 'hash',
  connector:
    'credentials_sealed previous_sealed previous_fingerprint token_sealed token_of token_expires_at fetching_until ' +
    'checking_until grace_until rotation rotation_mode rotated_at snapshot_due',
  drive_grant:
    'client_secret_sealed access_token_sealed refresh_token_sealed token_expires_at refreshing_until watch_due watched_at',
  drive_oauth_state: '*',
  email_domain: 'token round_trip_address round_trip_event round_trip_sent_at round_trip_arrived_at',
  idempotency_key: '*',
  integration:
    'client_secret_sealed access_token_sealed refresh_token_sealed webhook_secret_sealed previous_webhook_secret_sealed ' +
    'previous_webhook_secret_until token_expires_at refreshing_until pinged_at provisioning_until',
  invitation: 'email_key shown_hash mailed_hash',
  oauth_state: '*',
  webhook_endpoint:
    'rests_until serving_until secret_sealed former_secrets_sealed former_secrets_until seen replay_after replay_until',
  webhook_secret_owner: '*',
  // Work that is under way or promised, and whose it is.
  conversation:
    'budget_from_seq triage_due turn_due_at turn_deadline_at turn_lease turn_lease_until next_seq episode_from_seq ' +
    // Copies of the newest messages.
    'last_message_kind last_message_text last_message_at last_customer_text',
  document:
    'stage_done stage_total stage_deadline lease lease_until attempts embedding_due embedding_attempts embedded_version embedded_model ' +
    'probes_passed probes_total probed_at shown_revision',
  customer: 'erasure_id',
  drive_feed: '*',
  drive_file: 'checksum head_revision needed_bytes postponed',
  drive_removed: '*',
  email_sending: '*',
  erased_mark: '*',
  lane: '*',
  inbound_effect: '*',
  // As it came in, for 30 days at most: its messages and files are exported.
  inbound_event: 'raw raw_key raw_sha256 headers facts failures conflicts copied_at message copy_decision_id',
  organization_export: '*',
  outbox: 'position epoch dedupe_key first_attempt_at next_at lease send_deadline content',
  presence: '*',
  retention_run: '*',
  suite_run: 'leased_until awaits_baseline',
  turn_pace: '*',
  webhook_delivery: 'next_attempt_at leased_until asked',
  // What the desk computes from the rest.
  chunk_embedding: '*',
  compared_passages: '*',
  comparison_tokens: '*',
  document_band: '*',
  document_examination: '*',
  document_segment: '*',
  embedding_in_use: '*',
  finding: 'cause versions',
  inbound_request_count: '*',
  knowledge_change: '*',
  knowledge_examination: '*',
  knowledge_health: '*',
  knowledge_revision: '*',
  learned_question: 'normalised',
  live_event: '*',
  policy_revision: '*',
  rehearsal_tokens: '*',
  removed_document: '*',
  report_fact: '*',
  tag_example_embedding: '*',
  unanswered_question: 'embedding embedding_model asked_revision',
  // Registries that map an exported name to the organization.
  drive_account: '*',
  email_inbound_address: '*',
  provider_account: '*',
  verified_email_domain: '*',
  // Exported with the people's names.
  membership: '*',
  audit_event: 'subject_id',
};

test('every column of an organization is exported, or left out on purpose', async () => {
  const { rows } = await database.db.owner.query(
    `select c.table_name, c.column_name from information_schema.columns c
     join pg_class on pg_class.relname = c.table_name and not relispartition and relnamespace = 'public'::regnamespace
     where c.table_schema = 'public' and c.column_name <> 'organization_id'
       and c.table_name in (select table_name from information_schema.columns where column_name = 'organization_id')`,
  );
  const exported = new Map(exportParts().flatMap(({ table }) => (table ? [[table.name, table.columns]] : [])));
  const columns = rows.map((row) => ({ table: String(row['table_name']), column: String(row['column_name']) }));
  const isLeftOut = ({ table, column }: { table: string; column: string }) =>
    ['*', column].some((word) => leftOut[table]?.split(' ').includes(word));
  const undecided = columns.filter((each) => !exported.get(each.table)?.includes(each.column) && !isLeftOut(each));
  assert.deepEqual(undecided, []);
  const both = columns.filter((each) => exported.get(each.table)?.includes(each.column) && isLeftOut(each));
  assert.deepEqual(both, []);
  const names = new Set(columns.map(({ table }) => table));
  assert.deepEqual(
    Object.keys(leftOut).filter((table) => !names.has(table)),
    [],
    'this table is gone',
  );
});

test('no exported column is sealed, and none compares a secret', () => {
  const suspicious = exportParts()
    .flatMap(({ table }) => (table ? table.columns.map((column) => `${table.name}.${column}`) : []))
    .filter((column) => /sealed|secret|token|password|verifier|_hash$/.test(column));
  assert.deepEqual(suspicious.sort(), [
    // Of contents, and of the audit log's chain; counts of words.
    'audit_event.previous_hash',
    'document_version.content_hash',
    'model_use.input_tokens',
    'model_use.output_tokens',
  ]);
});

test('every part has a file of its own', () => {
  const files = exportParts().map(({ file }) => file);
  assert.equal(new Set(files).size, files.length);
});
