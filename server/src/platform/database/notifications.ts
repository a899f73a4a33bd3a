import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

export interface Listener {
  heard(payload: string): void;
  /** From now on something may be missed, until it is `mended`. */
  cut(): void;
  mended(): void;
}

/** What the connection is called in pg_stat_activity. */
export const listenerName = 'frontdesk-listener';

const tryAgainMilliseconds = 1_000;
/** A silent connection looks the same as a broken one, so something is sent. */
const checkMilliseconds = 10_000;

/**
 * A connection of its own that hears what `NOTIFY` says, for as long as the process lives: a pool's are handed around.
 * Connects again when it is cut. Through a pooler of transactions nothing would be heard.
 */
export async function listenOn(url: string, channel: string, listener: Listener): Promise<() => Promise<void>> {
  const line = { stopped: false, client: await connect(url, channel, listener) };
  const onCut = (): void => {
    if (line.stopped) return;
    listener.cut();
    void mend();
  };
  const mend = async (): Promise<void> => {
    await pause(tryAgainMilliseconds, undefined, { ref: false });
    if (line.stopped) return;
    const client = await connect(url, channel, listener).catch(() => null);
    if (!client) return mend();
    line.client = client;
    watch(client, onCut);
    if (line.stopped) return client.end();
    listener.mended();
  };
  watch(line.client, onCut);
  return async () => {
    line.stopped = true;
    await line.client.end().catch(() => {});
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
  // Without anybody listening an error would end the process; what follows from it follows from the end.
  client.on('error', () => {});
  client.on('notification', ({ payload }) => listener.heard(payload ?? ''));
  await client.connect();
  await client.query(`listen ${pg.escapeIdentifier(channel)}`);
  return client;
}

function watch(client: pg.Client, cut: () => void): void {
  const speak = () => void client.query('select 1').catch(() => client.end().catch(() => {}));
  const check = setInterval(speak, checkMilliseconds).unref();
  client.once('end', () => {
    clearInterval(check);
    cut();
  });
}
