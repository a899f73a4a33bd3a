import { utimes, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { repeat } from '../process/repeat.ts';
import { databaseReachable, type Db } from './database.ts';

export interface StoreWatch {
  /** HEALTH_FILE; nothing is written without one. */
  healthFile: string;
  /** Does not return. */
  end(): void;
  everyMilliseconds?: number;
  /** This many looks in a row that a restart would have helped. */
  mostMissed?: number;
}

/**
 * Looks every ten seconds whether this process reaches its store. If so, HEALTH_FILE says it by its age, which is what the health
 * check of a worker reads. If not for five minutes, while a new connection would be answered, the process has lost its connections
 * and ends itself, so that its supervisor starts it again. A store that is away is no reason: a restart brings no store back.
 * Returns what ends the watch.
 */
export function watchStore(db: Db, watch: StoreWatch): () => Promise<void> {
  const { healthFile, end, everyMilliseconds = 10_000, mostMissed = 30 } = watch;
  let missed = 0;
  return repeat(everyMilliseconds, async () => {
    if (await databaseReachable(db)) {
      missed = 0;
      // A file that cannot be written makes the health check fail, which is where it is noticed.
      if (healthFile) await touch(healthFile).catch(() => {});
      return;
    }
    missed = (await isAnsweredAnew(db)) ? missed + 1 : 0;
    if (missed >= mostMissed) end();
  });
}

const touch = async (path: string): Promise<void> => {
  await writeFile(path, '', { flag: 'a' });
  const now = new Date();
  await utimes(path, now, now);
};

const answeredWithinMilliseconds = 5_000;

/** By a connection that the pool knows nothing of. The embedded engine has one for everybody: there, a new one takes a restart. */
async function isAnsweredAnew(db: Db): Promise<boolean> {
  if (db.engine === 'pglite') return true;
  const answer = db.owner.query('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([answer, pause(answeredWithinMilliseconds, false, { ref: false })]);
}
