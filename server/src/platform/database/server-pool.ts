import { Socket } from 'node:net';
import pg from 'pg';
import { NamingClient } from './named-statements.ts';

// A connection keeps the plans of what a message repeats; a new one makes them all again. The newest free one is taken first, so
// these few are those that were used last.
const keptConnections = 4;
const idleMilliseconds = 60_000;
// Plans and catalogues only grow in a server's process.
const longestLifeSeconds = 3_600;

/** A connection that dies with nobody listening ends the process: `lost` hears of each, and the pool opens others. */
export function serverPool(config: pg.PoolConfig, lost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: 5_000, ...config });
  // The pool listens to idle ones only, and passes it on.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', lost));
  return pool;
}

/** The pool that the service works with. */
export function workingPool(config: pg.PoolConfig, lost: (error: Error) => void): pg.Pool {
  const pool = serverPool(
    {
      ...config,
      Client: WatchedClient,
      min: Math.min(keptConnections, config.max ?? keptConnections),
      idleTimeoutMillis: idleMilliseconds,
      maxLifetimeSeconds: longestLifeSeconds,
      // What lies between forgets a connection that says nothing.
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
    },
    lost,
  );
  pool.on('acquire', (client) => mark(client, true));
  pool.on('release', (_, client) => mark(client, false));
  return pool;
}

function mark(client: pg.Client, atWork: boolean): void {
  if (client instanceof WatchedClient) client.watch.atWork = atWork;
}

// No statement takes longer than its `statement_timeout`; a server that is silent for longer is not there any more, and without a
// limit of our own its callers would wait until TCP gives up, which takes a quarter of an hour.
const silenceMilliseconds = 12_000;

interface Watch {
  /** Whether somebody has the connection: one that is free is silent, and well. */
  atWork: boolean;
}

class WatchedClient extends NamingClient {
  readonly watch: Watch;

  constructor(config?: pg.ClientConfig) {
    const watch: Watch = { atWork: true };
    super({ ...config, stream: () => impatientSocket(watch) });
    this.watch = watch;
  }
}

function impatientSocket(watch: Watch): Socket {
  const socket = new Socket();
  const gone = () => socket.destroy(Object.assign(new Error('The database is silent.'), { code: 'ETIMEDOUT' }));
  // Not as the argument of `setTimeout`, which would listen once.
  return socket.setTimeout(silenceMilliseconds).on('timeout', () => void (watch.atWork && gone()));
}
