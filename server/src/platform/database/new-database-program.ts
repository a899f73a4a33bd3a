// The program of the child process that creates an embedded database, see `new-database.ts`.
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { migrate } from './migrate.ts';

// The parent process has died: nothing will use this database.
process.once('disconnect', () => process.exit(1));

const [, , dataDir] = process.argv;
const embedded = await PGlite.create({ dataDir: dataDir ?? '', extensions: { vector } });
await migrate({
  owner: {
    query: async (text, values) =>
      values
        ? embedded.query<Record<string, unknown>>(text, values)
        : { rows: (await embedded.exec(text)).flatMap(({ rows }) => rows) as Record<string, unknown>[] },
  },
});
await embedded.close();
process.exit(0);
