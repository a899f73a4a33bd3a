import { openClient } from './client.ts';
import { openDesk, openStore } from './desk.ts';
import type { FastifyInstance } from 'fastify';
import { readConfig, type Config } from './platform/config/config.ts';
import { errorCode } from './platform/database/database.ts';
import { watchStore } from './platform/database/watch-store.ts';
import { beginDraining } from './platform/server/health.ts';
import { keepFilesPrivate, shutDataDir } from './platform/process/private-files.ts';
import { followClock } from './platform/jobs/set-back-clock.ts';
import { lookForLanesMilliseconds } from './platform/jobs/silence.ts';
import { watchClock } from './platform/jobs/watch-clock.ts';
import { repeat } from './platform/process/repeat.ts';
import { watchEventLoop } from './platform/process/watchdog.ts';

const sweepEveryMilliseconds = 15_000;
const hardStopMilliseconds = 20_000;

/** Starts configuration, store, listener and workers. Drains them in the reverse order on SIGTERM or SIGINT. */
export async function serve(): Promise<void> {
  keepFilesPrivate();
  const config = readConfig();
  if (config.ROLE !== 'all' && !config.DATABASE_URL)
    throw new Error(`ROLE=${config.ROLE} needs DATABASE_URL: the embedded database serves one process.`);
  const isShut = shutDataDir(config.DATA_DIR);
  const client = config.ROLE === 'worker' ? null : openClient();
  const desk = await openDesk(config, await openStore(config));
  if (!isShut) desk.log.warn('other users of this machine can open DATA_DIR; see frontdesk doctor');
  // Do not import this at the top of the file: `openStore` loads the domains while the database opens.
  const { createApp, openMailDoor, prepareForQuestions, routesOf, subscribeAll, sweep, takeUpWaiting } =
    await import('./app.ts');
  const stopComparing = await watchClock(desk);
  const app = config.ROLE === 'worker' ? null : await createApp(desk, routesOf(desk), client);
  let stopSweeping = async () => {};
  if (config.ROLE !== 'api') {
    subscribeAll(desk);
    await followClock(desk);
    await desk.jobs.work();
    const failed = (error: Error) => desk.log.error({ code: errorCode(error), err: error.name }, 'sweeper failed');
    const stops = [
      repeat(sweepEveryMilliseconds, () => sweep(desk).catch(failed)),
      repeat(lookForLanesMilliseconds, () => takeUpWaiting(desk).catch(failed)),
    ];
    stopSweeping = async () => void (await Promise.all(stops.map((stop) => stop())));
  }
  if (app) await listen(app, config);
  const mailDoor = app && (await openMailDoor(desk));
  watchEventLoop();
  const stopWatching = watchStore(desk.db, { healthFile: config.HEALTH_FILE, end: endWithoutConnections });
  const preparing = new AbortController();
  drainOnSignals(async () => {
    preparing.abort();
    await Promise.all([stopWatching(), stopComparing(), stopSweeping(), app?.close(), mailDoor?.close()]);
    await desk.close();
  });
  // Print this last: its reader may send a signal at once.
  if (mailDoor) process.stdout.write(`Mail is received by SMTP at port ${mailDoor.port}.\n`);
  process.stdout.write(app ? `Frontdesk is ready: ${addressOf(app, config)}\n` : 'Frontdesk worker is ready.\n');
  void prepareForQuestions(desk, preparing.signal);
}

async function listen(app: FastifyInstance, { HOST, PORT }: Config): Promise<void> {
  const refused = (error: Error) => {
    throw new Error(
      `HOST=${HOST} and PORT=${PORT} cannot be listened at (${errorCode(error)}). Stop what uses them, or set others.`,
      {
        cause: error,
      },
    );
  };
  await app.listen({ host: HOST, port: PORT, listenTextResolver: () => 'listening' }).catch(refused);
}

function addressOf({ server }: Pick<FastifyInstance, 'server'>, { HOST, PORT }: Config): string {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : PORT;
  return `http://${HOST === '0.0.0.0' ? 'localhost' : HOST}:${port}`;
}

// Nothing can be drained without a connection. Other processes take up the work after its leases.
function endWithoutConnections(): void {
  process.stderr.write('Frontdesk stops itself because it lost its connections to the database. Start it again.\n');
  process.exit(1);
}

function drainOnSignals(close: () => Promise<void>): void {
  const stop = async () => {
    // A second signal, or a drain that hangs, ends the process. Its work is taken up again after its leases.
    process.once('SIGTERM', () => process.exit(1));
    process.once('SIGINT', () => process.exit(1));
    setTimeout(() => process.exit(1), hardStopMilliseconds).unref();
    beginDraining();
    await close();
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void stop());
}
