import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { PglitePgConnection } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { NamingClient } from './named-statements.ts';

// No statistics are collected here, so a kept plan fits the sizes that the tables had when it was made.
const longestLifeSeconds = 3_600;

/**
 * A node-postgres pool whose one client talks to an in-process PGlite, so that both engines share every line of SQL.
 * PGlite has a single session: a second client would run inside the first one's transaction, so `max` stays 1.
 */
export function pglitePool(db: PGlite, onConnect: string): pg.Pool {
  const pglite = byStatement(db);
  class EmbeddedClient extends NamingClient {
    constructor(options?: pg.ClientConfig) {
      // node-postgres accepts a ready-made connection, but the pool's options type does not contain it.
      super({ ...options, user: 'postgres', connection: new Connection({ pglite } as never) } as pg.ClientConfig);
    }

    override connect(): Promise<pg.Client>;
    override connect(done: (error: Error, client: pg.Client) => void): void;
    override connect(done?: (error: Error, client: pg.Client) => void): Promise<pg.Client> | void {
      // A new client takes over the one session: roll back what the previous client left open, and forget the statements it named.
      const ready = super.connect().then(async () => {
        await Reflect.apply(super.query, this, [`rollback; reset all; reset role; deallocate all; ${onConnect}`]);
        return this as pg.Client;
      });
      if (!done) return ready;
      ready.then(
        () => done(undefined as never, this),
        (error: Error) => done(error, this),
      );
    }
  }
  return new pg.Pool({
    max: 1,
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: longestLifeSeconds,
    Client: EmbeddedClient as never,
  } as pg.PoolConfig);
}

// The messages of a statement go to the engine together: five calls take a fifth more processor time than one.
// The database runs in this thread, and its callers continue in microtasks: a job of thousands of statements would block all
// requests and timers until its end. So each statement ends with a turn of the event loop.
function byStatement(db: PGlite): Pick<PGlite, 'waitReady' | 'execProtocolStream'> {
  let begun: Uint8Array[] = [];
  return {
    waitReady: db.waitReady,
    async execProtocolStream(message, options) {
      begun.push(message);
      if (!endsStatement(message)) return [];
      const statement = Buffer.concat(begun);
      begun = [];
      const results = await db.execProtocolStream(statement, options);
      await nextTurn();
      return results;
    },
  };
}

// `Sync` of the extended protocol, `Query` of the simple one. Nothing else makes the engine answer: no query asks for a number of rows.
const endsStatement = (message: Uint8Array) => message[0] === 0x53 || message[0] === 0x51;

// PGlite 0.5.14 hands node-postgres' per-query `types` (a parser) to its own serializer as OIDs, and hangs: drop it.
class Connection extends PglitePgConnection {
  override parse(query: { name: string; text: string }): void {
    super.parse({ name: query.name, text: query.text } as never);
  }
}
