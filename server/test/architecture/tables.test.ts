import assert from 'node:assert/strict';
import { test } from 'node:test';
import { domainOf, files, productFiles, read } from './tree.ts';

test('every table is declared by exactly one domain', () => {
  const owners = ownersOfTables();
  const wrong = tablesOfMigrations().filter((table) => owners.get(table)?.length !== 1);
  assert.deepEqual(
    wrong.map((table) => `${table}: ${owners.get(table)?.join(', ') ?? 'nobody'}`),
    [],
  );
});

test('only the SQL of its own domain names a table', () => {
  const owners = ownersOfTables();
  const strangers = productFiles().flatMap((path) =>
    tablesNamedIn(read(path))
      .filter((table) => owners.has(table) && !owners.get(table)?.includes(domainOf(path)))
      .map((table) => `${path} names ${table}, which ${owners.get(table)?.join()} owns`),
  );
  assert.deepEqual(strangers, []);
});

test('the search finds a table in a built query and in written SQL', () => {
  const built = "db.selectFrom('rule as r').innerJoin('tag', 'tag.id', 'r.tag_id').where('message', '=', 1)";
  const written = 'sql<{ n: number }>`select n from lane join outbox using (id) where organization_id = ${id}`';
  assert.deepEqual(tablesNamedIn(`${built}; ${written}`), ['rule', 'tag', 'lane', 'outbox']);
});

/** The tables that exist after all migrations. */
function tablesOfMigrations(): string[] {
  const tables = new Set<string>();
  const change = /^(?:create (?:unlogged )?table (\w+)|drop table (\w+)|alter table (\w+) rename to (\w+))/gim;
  for (const path of files('server/migrations/*.sql').toSorted()) {
    for (const [, created, dropped, renamed, name] of read(path).matchAll(change)) {
      for (const gone of [dropped, renamed]) if (gone) tables.delete(gone);
      for (const made of [created, name]) if (made) tables.add(made);
    }
  }
  return [...tables];
}

/** Maps each table to the domains whose `*.tables.ts` declares it. */
function ownersOfTables(): Map<string, string[]> {
  const owners = new Map<string, string[]>();
  for (const path of files('server/src/**/*.tables.ts')) {
    const declared = /interface Tables \{([^}]*)\}/.exec(read(path))?.[1] ?? '';
    for (const [, table = ''] of declared.matchAll(/^\s*(\w+):/gm))
      owners.set(table, [...(owners.get(table) ?? []), domainOf(path)]);
  }
  return owners;
}

function tablesNamedIn(source: string): string[] {
  const built = source.matchAll(
    /(?:selectFrom|insertInto|updateTable|deleteFrom|\w*[jJ]oin|using|from)\(\s*\[?\s*['"`](\w+)/g,
  );
  const written = [...source.matchAll(/sql(?:<[^`]*>)?`([^`]*)`/g)].flatMap(([, text = '']) => [
    ...text.matchAll(/\b(?:from|join|into|update|table)\s+(\w+)/gi),
  ]);
  return [...built, ...written].map(([, table = '']) => table);
}
