import { repeat } from '../process/repeat.ts';

/** Runs statements as the owner of the schema, one at a time. */
interface Owner {
  query(text: string): Promise<{ rows: Record<string, unknown>[] }>;
}

/** Log to replay after a crash: recovery reads some 100 MB a second. */
const mostLogBytes = 32 * 1024 ** 2;

/**
 * Does what a server's background processes do, of which the embedded engine has none: without statistics, plans read all rows of
 * an organization; dead rows are never reclaimed; and without checkpoints the write-ahead log grows until the process ends.
 * Each statement blocks the process for its time, so there is one for each table. Returns the function that stops.
 */
export const keepUp = (
  owner: Owner,
  pauseMilliseconds: number,
  failed: (error: unknown) => void,
): (() => Promise<void>) => repeat(pauseMilliseconds, () => upkeep(owner).catch(failed));

/** Analyzes and vacuums the tables that have changed much, and makes a checkpoint if the log is long. */
export async function upkeep(owner: Owner): Promise<void> {
  for (const { change } of (await owner.query(costlyStatistics)).rows) await owner.query(String(change));
  const { rows } = await owner.query(changedTables);
  for (const { work, name } of rows) await owner.query(`${String(work)} ${String(name)}`);
  const { rows: logs } = await owner.query(lengthOfLog);
  if (Number(logs[0]?.['bytes']) > mostLogBytes) await owner.query('checkpoint');
}

// To analyze the words of an index, each text of the sample is read again: seconds, if they are long mails.
const costlyStatistics = `
  select format('alter index %s alter column %s set statistics 0', indexrelid::regclass, attnum) as change
  from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam and amname = 'gin'
    join pg_attribute on attrelid = indexrelid and attstattarget is distinct from 0
  where indexprs is not null`;

// The conditions of autovacuum with its default settings (PostgreSQL's documentation, 24.1.6).
const changedTables = `
  select oid::regclass::text as name, case
    when is_full and is_changed then 'vacuum (analyze)' when is_full then 'vacuum' else 'analyze' end as work
  from pg_class cross join lateral (select
      pg_stat_get_dead_tuples(oid) > 50 + 0.2 * greatest(reltuples, 0)
        or pg_stat_get_ins_since_vacuum(oid) > 1000 + 0.2 * greatest(reltuples, 0) as is_full,
      pg_stat_get_mod_since_analyze(oid) > 50 + 0.1 * greatest(reltuples, 0) as is_changed) due
  where relkind = 'r' and (is_full or is_changed)`;

const lengthOfLog = 'select pg_current_wal_lsn() - redo_lsn as bytes from pg_control_checkpoint()';
