import { listUnsentMail } from '../../access/index.ts';
import { listDueLanes } from '../../channels/index.ts';
import { overdueConversations } from '../../conversations/index.ts';
import { overdueDocuments } from '../../knowledge/index.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/database/database.ts';
import { queueStates, type QueueState } from '../../platform/jobs/queue-state.ts';
import { createSecrets } from '../../platform/secrets/secrets.ts';
import { systemClock } from '../../platform/process/clock.ts';
import type { Desk } from '../../platform/desk.ts';
import { unscoped } from '../../platform/database/transaction.ts';
import { ok, warn, fail, type CheckResult } from './finding.logic.ts';

/** Checks that a worker runs, and that no job is stuck. */
export async function findingsOfWork(db: Db, config: Config): Promise<CheckResult[]> {
  return [jobs(await queueStates(db)), await stuck(db), ...(await failedMail(db, config))];
}

/** A job that has been waiting longer than this, in seconds, has no worker. */
const patience = 300;

function jobs(queues: QueueState[] | null): CheckResult {
  if (!queues) return fail('queue', 'The queues do not exist yet.', 'Start the service, or run `frontdesk migrate`.');
  const due = queues.reduce((sum, queue) => sum + queue.due, 0);
  const oldest = Math.max(0, ...queues.map((queue) => queue.oldest));
  const failed = queues.filter((queue) => queue.failed > 0).map(({ name, failed: count }) => `${name} ${count}`);
  if (oldest > patience)
    return warn(
      'queue',
      `${due} jobs wait, the oldest for ${Math.round(oldest / 60)} minutes.`,
      'Is a worker running (ROLE=all or ROLE=worker)?',
    );
  if (failed.length > 0)
    return warn('queue', `Given up in the last day: ${failed.join(', ')}.`, 'Look for their names in the log.');
  return ok('queue', `${due} jobs wait.`);
}

async function stuck(db: Db): Promise<CheckResult> {
  const { conversations, documents } = await unscoped(db, async (tx) => ({
    conversations: (await overdueConversations(tx)).length,
    documents: (await overdueDocuments(tx)).length,
  }));
  const lanes = (await listDueLanes(db, 500)).length;
  const counts = `${conversations} conversations, ${lanes} lanes of events, ${documents} documents`;
  if (conversations + lanes + documents === 0) return ok('stuck work', 'None.');
  return warn(
    'stuck work',
    `Overdue: ${counts}.`,
    'A worker fixes this within a minute. If it remains, no worker is running.',
  );
}

async function failedMail(db: Db, config: Config): Promise<CheckResult[]> {
  const secrets = createSecrets(config.SECRET_KEY, config.SECRET_KEY_PREVIOUS);
  const desk = { db, config, secrets, clock: systemClock } as Desk;
  const unsent = await listUnsentMail(desk).catch(() => []);
  const waiting = unsent.filter(({ state }) => state === 'kept' || state === 'failed').length;
  if (waiting === 0) return [];
  return [warn('account mail', `${waiting} mails did not go out.`, 'See `frontdesk mail list`, and check SMTP_URL.')];
}
