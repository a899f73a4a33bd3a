import { sql, type RawBuilder } from 'kysely';
import type { Tables, Tx } from '../database/database.ts';
import type { OrganizationScope } from '../database/transaction.ts';

/** One row as a line of JSON. `position` finds the rows after it. */
export interface ExportedRow {
  line: string;
  position: string[];
}

export interface ExportPage {
  after: string[] | null;
  limit: number;
}

/** A file of an organization's archive: the rows of one kind. */
export interface ExportPart {
  file: string;
  page(tx: Tx, scope: OrganizationScope, page: ExportPage): Promise<ExportedRow[]>;
  /**
   * The table and its exported columns. A test compares them with the schema, so that no column is forgotten and no secret is
   * exported.
   */
  table?: { name: string; columns: readonly string[] };
}

const declared: ExportPart[] = [];

/**
 * Declares the parts of a domain. Parts that refer to others come first: what they refer to is read later, and is therefore in the
 * archive as well.
 */
export const declareExported = (parts: readonly ExportPart[]): void => void declared.push(...parts);

export const exportParts = (): readonly ExportPart[] => declared;

/** The rows of a table with these columns: secrets, and what is derived from other rows, are left out. */
export const rowsOf = <Table extends Extract<keyof Tables, string>>(
  file: string,
  name: Table,
  columns: readonly (keyof Tables[Table] & string)[],
): ExportPart => ({
  file,
  table: { name, columns },
  page: async (tx, { organizationId }, { after, limit }) => {
    const keys = await keysOf(tx, name);
    // Without a key of its own, the table has one row for each organization.
    if (after && keys.length === 0) return [];
    const names = keys.map((key) => sql.ref(key.name));
    const beyond = after
      ? sql`and (${sql.join(names)}) > (${sql.join(keys.map(({ type }, at) => sql`${after[at]}::${sql.raw(type)}`))})`
      : sql``;
    const position =
      keys.length > 0 ? sql`array[${sql.join(names.map((each) => sql`${each}::text`))}]` : sql`'{}'::text[]`;
    const { rows } = await sql<ExportedRow>`
      select (select row_to_json(picked)::text from (select ${sql.join(columns.map((each) => sql.ref(each)))}) picked) as line,
        ${position} as position
      from ${sql.table(name)} where organization_id = ${organizationId} ${beyond} ${ordered(names)} limit ${limit}`.execute(
      tx,
    );
    return rows;
  },
});

const ordered = (names: RawBuilder<unknown>[]) => (names.length > 0 ? sql`order by ${sql.join(names)}` : sql``);

interface Key {
  name: string;
  type: string;
}

/** The primary key without the organization, which comes first in every key. */
async function keysOf(tx: Tx, table: string): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_index i cross join unnest(i.indkey::int2[]) with ordinality as part (attnum, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = part.attnum
    where i.indrelid = ${table}::regclass and i.indisprimary and a.attname <> 'organization_id'
    order by part.place`.execute(tx);
  return rows;
}
