import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import { sealedColumns, type SealedColumns } from './sealed-columns.ts';
import type { Secrets } from './secrets.ts';
import { inScope, unscoped, type OrganizationScope } from '../database/transaction.ts';

export interface RekeyReport {
  /** The number of secrets re-wrapped in this run. */
  rewrapped: number;
  /** The number of secrets that no key of the ring opens, or that were altered. `forget` empties them. */
  unreadable: number;
  /** The organizations of the unreadable secrets. */
  losers: Set<string>;
  /** The number of stored secrets now, by the id of their key. */
  byKey: Record<string, number>;
}

export interface RekeyOptions {
  /** Empties secrets that cannot be opened, for an installation whose key is lost. */
  forget?: 'unreadable';
  batch?: number;
  /** Called after each committed batch. An error that it throws ends the run; the next run continues from there. */
  onBatch?(rewrapped: number): void;
}

type SecretStore = { db: Db; secrets: Secrets };

/**
 * Wraps the key of every stored secret with the active key; the secrets themselves do not change (docs/promises.md, secrets).
 * The desk may run meanwhile: a value is replaced only if it is still the one that was read. Running it again is harmless.
 */
export async function rekey(desk: SecretStore, organizations: OrganizationScope[], options: RekeyOptions = {}) {
  const report: RekeyReport = { rewrapped: 0, unreadable: 0, losers: new Set(), byKey: {} };
  for (const place of placesOf(organizations)) await rekeyTable(desk, place, { report, options });
  for (const place of placesOf(organizations)) await countKeys(desk.db, place, report.byKey);
  return report;
}

/** Counts the stored secrets by the id of their key. */
export async function countByKey(db: Db, organizations: OrganizationScope[]): Promise<Record<string, number>> {
  const byKey: Record<string, number> = {};
  for (const place of placesOf(organizations)) await countKeys(db, place, byKey);
  return byKey;
}

/** One table's rows of one organization, or of the installation (`scope` is null). */
interface SealedTable {
  columns: SealedColumns;
  scope: OrganizationScope | null;
}

function placesOf(organizations: OrganizationScope[]): SealedTable[] {
  const scopes = { organization: organizations, installation: [null] };
  return sealedColumns().flatMap((columns) => scopes[columns.of].map((scope) => ({ columns, scope })));
}

const within = <T>(db: Db, scope: OrganizationScope | null, work: (tx: Tx) => Promise<T>): Promise<T> =>
  scope ? inScope(db, scope, work) : unscoped(db, work);

interface RekeyRun {
  report: RekeyReport;
  options: RekeyOptions;
}

async function rekeyTable(desk: SecretStore, place: SealedTable, { report, options }: RekeyRun): Promise<void> {
  const { batch = 100 } = options;
  let after: string | null = null;
  for (;;) {
    const rows: SealedRow[] = await within(desk.db, place.scope, async (tx) => {
      const found = await sealedAfter(tx, place, { after, batch });
      for (const row of found) await rewrapRow(desk.secrets, tx, place, { row, report, options });
      return found;
    });
    options.onBatch?.(report.rewrapped);
    if (rows.length < batch) return;
    after = rows.at(-1)?.row ?? null;
  }
}

type SealedRow = { row: string } & Record<string, string | null>;

const belongs = ({ scope }: SealedTable): RawBuilder<unknown> =>
  scope ? sql`organization_id = ${scope.organizationId}` : sql`true`;

async function sealedAfter(
  tx: Tx,
  place: SealedTable,
  page: { after: string | null; batch: number },
): Promise<SealedRow[]> {
  const { table, row, columns } = place.columns;
  const key = sql`${sql.ref(row)}::text`;
  const from = page.after === null ? sql`true` : sql`${key} > ${page.after}`;
  const { rows } = await sql<SealedRow>`select ${key} as row, ${sql.join(columns.map((each) => sql.ref(each)))}
    from ${sql.table(table)} where ${belongs(place)} and ${from} order by ${key} limit ${page.batch}`.execute(tx);
  return rows;
}

async function rewrapRow(
  secrets: Secrets,
  tx: Tx,
  place: SealedTable,
  { row, report, options }: RekeyRun & { row: SealedRow },
) {
  for (const field of place.columns.columns) {
    const sealed = row[field];
    if (!sealed) continue;
    const again = rewrapped(secrets, sealed, {
      table: place.columns.table,
      row: row.row,
      organizationId: place.scope?.organizationId ?? '',
      field,
    });
    if (again === 'unreadable') {
      report.unreadable += 1;
      if (place.scope) report.losers.add(place.scope.organizationId);
    }
    const next = again === 'unreadable' ? forgotten(options) : again;
    if (next !== undefined && (await replace(tx, place, { row: row.row, field, sealed, next })) && next !== null)
      report.rewrapped += 1;
  }
}

// Returns undefined if the value need not change.
function rewrapped(secrets: Secrets, sealed: string, place: Parameters<Secrets['rewrap']>[1]) {
  try {
    return secrets.rewrap(sealed, place) ?? undefined;
  } catch {
    return 'unreadable' as const;
  }
}

const forgotten = ({ forget }: RekeyOptions) => (forget ? null : undefined);

interface RewrappedValue {
  row: string;
  field: string;
  sealed: string;
  next: string | null;
}

// Compare and set: a secret that was saved meanwhile is already sealed with the active key, and stays.
async function replace(tx: Tx, place: SealedTable, { row, field, sealed, next }: RewrappedValue): Promise<boolean> {
  const { table, row: key } = place.columns;
  const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(field)} = ${next}
    where ${belongs(place)} and ${sql.ref(key)}::text = ${row} and ${sql.ref(field)} = ${sealed}`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

async function countKeys(db: Db, place: SealedTable, byKey: Record<string, number>): Promise<void> {
  const { table, columns } = place.columns;
  const listed = sql.join(columns.map((each) => sql.ref(each)));
  const { rows } = await within(db, place.scope, (tx) =>
    sql<{ key: string; count: number }>`
      select split_part(each, '.', 2) as key, count(*)::int as count
      from ${sql.table(table)}, unnest(array[${listed}]) as each
      where ${belongs(place)} and each is not null group by 1`.execute(tx),
  );
  for (const { key, count } of rows) byKey[key] = (byKey[key] ?? 0) + count;
}
