import { Socket } from 'node:net';
import pg from 'pg';
import { NamingClient } from './named-statements.ts';

// A connection keeps the plans of repeated statements; a new one has to make them all again. The pool takes the most recently
// used free connection first, so the kept ones are the last used.
const keptConnections = 4;
const idleMilliseconds = 60_000;
// The plans and catalogue caches of a server process only grow.
const longestLifeSeconds = 3_600;

/** Calls `lost` for each connection that dies, and opens others: an error without a listener would end the process. */
export function serverPool(config: pg.PoolConfig, lost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: 5_000, ...config });
  // The pool itself listens to idle connections only, and emits their errors again.
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
      // Network devices on the way drop silent connections.
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
    },
    lost,
  );
  pool.on('acquire', (client) => mark(client, true));
  pool.on('release', (_, client) => mark(client, false));
  return pool;
}

function mark(client: pg.Client, inUse: boolean): void {
  if (client instanceof WatchedClient) client.watch.inUse = inUse;
}

// No statement takes longer than its `statement_timeout`, so a server that is silent for longer is gone. Without this limit, callers
// would wait until TCP gives up, which takes a quarter of an hour.
const silenceMilliseconds = 12_000;

interface Watch {
  /** Whether the connection is taken from the pool. A free one is silent without being broken. */
  inUse: boolean;
}

class WatchedClient extends NamingClient {
  readonly watch: Watch;

  constructor(config?: pg.ClientConfig) {
    const watch: Watch = { inUse: true };
    super({ ...config, stream: () => impatientSocket(watch) });
    this.watch = watch;
  }
}

function impatientSocket(watch: Watch): Socket {
  const socket = new Socket();
  const gone = () => socket.destroy(Object.assign(new Error('The database is silent.'), { code: 'ETIMEDOUT' }));
  // Do not pass the callback to `setTimeout`, which would call it only once.
  return socket.setTimeout(silenceMilliseconds).on('timeout', () => void (watch.inUse && gone()));
}
