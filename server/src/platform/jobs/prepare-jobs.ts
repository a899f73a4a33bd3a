import { getConstructionPlans, PgBoss } from 'pg-boss';
import type { Db } from '../database/database.ts';
import { sha256 } from '../secrets/signatures.ts';
import type { Job, JobPayload } from './job.ts';
import { declared } from './jobs.ts';
import { retryDelaySeconds } from './silence.ts';

/**
 * Creates pg-boss's schema and the queues of every declared job, as the owner, after our own migrations. Does nothing if the
 * fingerprint in the database matches this version of pg-boss and these declarations.
 */
export async function prepareJobs(db: Pick<Db, 'owner' | 'engine'>): Promise<void> {
  const wanted = fingerprint();
  const { rows } = await db.owner.query(
    `select obj_description(oid, 'pg_namespace') as fingerprint from pg_namespace where nspname = 'pgboss'`,
    [],
  );
  if (rows[0]?.['fingerprint'] === wanted) return;
  await createQueues(db);
  // Write the fingerprint last, so that an interrupted preparation is repeated.
  await db.owner.query(`${grants}; comment on schema pgboss is '${wanted}'`);
}

/** Whether the queues were ever created. A new embedded database has its tables already, but no queues yet. */
export async function hasQueues({ owner }: Pick<Db, 'owner'>): Promise<boolean> {
  const { rows } = await owner.query(`select to_regclass('pgboss.version') is not null as made`, []);
  return rows[0]?.['made'] === true;
}

const grants = `grant usage on schema pgboss to desk_app;
  grant select, insert, update, delete on all tables in schema pgboss to desk_app;
  grant usage on all sequences in schema pgboss to desk_app`;

/** pg-boss's own check, the fallback for `watchSilentJobs`. It is slower, but also covers jobs without an organization. */
const heartbeatSeconds = 15;

const queueOf = (job: Job<JobPayload, unknown>) => ({
  retryLimit: job.retries,
  retryDelay: retryDelaySeconds,
  retryBackoff: true,
  retryDelayMax: 300,
  expireInSeconds: job.timeoutSeconds,
  heartbeatSeconds,
  deleteAfterSeconds: 3_600,
  retentionSeconds: 30 * 86_400,
});

function fingerprint(): string {
  const queues = [...declared.values()]
    .map((job) => ({ name: job.name, ...queueOf(job) }))
    .sort((one, other) => one.name.localeCompare(other.name));
  return sha256(JSON.stringify([getConstructionPlans(), grants, queues])).toString('hex');
}

async function createQueues(db: Pick<Db, 'owner' | 'engine'>): Promise<void> {
  const executeSql = (text: string, values?: unknown[]) => db.owner.query(text, values?.length ? values : undefined);
  const boss = new PgBoss({
    db: { executeSql },
    backend: db.engine,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => {});
  await boss.start();
  for (const job of declared.values()) {
    await boss.createQueue(job.name, { policy: 'short', ...queueOf(job) });
    await boss.updateQueue(job.name, queueOf(job));
  }
  await boss.stop({ graceful: false });
}
