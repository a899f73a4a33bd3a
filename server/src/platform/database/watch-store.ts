import { utimes, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { repeat } from '../process/repeat.ts';
import { databaseReachable, type Db } from './database.ts';

export interface StoreWatch {
  /** HEALTH_FILE; empty if no file is to be written. */
  healthFile: string;
  /** Ends the process. Does not return. */
  end(): void;
  everyMilliseconds?: number;
  /** Ends the process after this many failed checks in a row in which a new connection would be answered. */
  mostMissed?: number;
}

/**
 * Checks every ten seconds whether this process reaches its database. If so, touches HEALTH_FILE, whose age the health check of a
 * worker reads. If not for five minutes, although a new connection is answered, the process has lost its connections and ends
 * itself, so that its supervisor restarts it. It does not end itself when the database is down: a restart would not help.
 * Returns the function that stops the checks.
 */
export function watchStore(db: Db, watch: StoreWatch): () => Promise<void> {
  const { healthFile, end, everyMilliseconds = 10_000, mostMissed = 30 } = watch;
  let missed = 0;
  return repeat(everyMilliseconds, async () => {
    if (await databaseReachable(db)) {
      missed = 0;
      // If the file cannot be written, the health check fails and makes it visible.
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

/** Tries a connection outside of the pool. The embedded engine has only one connection, so there only a restart helps. */
async function isAnsweredAnew(db: Db): Promise<boolean> {
  if (db.engine === 'pglite') return true;
  const answer = db.owner.query('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([answer, pause(answeredWithinMilliseconds, false, { ref: false })]);
}
