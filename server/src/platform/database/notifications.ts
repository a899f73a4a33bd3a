import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

export interface Listener {
  heard(payload: string): void;
  /** The connection is lost: notifications may be missed until `mended` is called. */
  cut(): void;
  mended(): void;
}

/** The connection's name in pg_stat_activity. */
export const listenerName = 'frontdesk-listener';

const tryAgainMilliseconds = 1_000;
/** A silent connection looks the same as a broken one, so a query is sent this often. */
const checkMilliseconds = 10_000;

/**
 * Listens to notifications on a dedicated connection for as long as the process lives: connections of a pool change their users.
 * Reconnects when the connection is lost. Does not work through a transaction pooler.
 */
export async function listenOn(url: string, channel: string, listener: Listener): Promise<() => Promise<void>> {
  const state = { stopped: false, client: await connect(url, channel, listener) };
  const onCut = (): void => {
    if (state.stopped) return;
    listener.cut();
    void mend();
  };
  const mend = async (): Promise<void> => {
    await pause(tryAgainMilliseconds, undefined, { ref: false });
    if (state.stopped) return;
    const client = await connect(url, channel, listener).catch(() => null);
    if (!client) return mend();
    state.client = client;
    watch(client, onCut);
    if (state.stopped) return client.end();
    listener.mended();
  };
  watch(state.client, onCut);
  return async () => {
    state.stopped = true;
    await state.client.end().catch(() => {});
  };
}

async function connect(url: string, channel: string, listener: Listener): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: listenerName,
    connectionTimeoutMillis: 5_000,
    query_timeout: checkMilliseconds,
    keepAlive: true,
  });
  // An error without a listener would end the process. The 'end' event that follows is handled in `watch`.
  client.on('error', () => {});
  client.on('notification', ({ payload }) => listener.heard(payload ?? ''));
  try {
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    return client;
  } catch (error) {
    // It may be connected already, and the caller opens another one.
    await client.end().catch(() => {});
    throw error;
  }
}

function watch(client: pg.Client, cut: () => void): void {
  const probe = () => void client.query('select 1').catch(() => client.end().catch(() => {}));
  const check = setInterval(probe, checkMilliseconds).unref();
  client.once('end', () => {
    clearInterval(check);
    cut();
  });
}
