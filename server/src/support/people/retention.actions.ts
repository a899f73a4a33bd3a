import { forgetMailTraces, forgetRawEvents, forgetUnroutableMail, giveUpParked } from '../../channels/index.ts';
import {
  forgetDecisions,
  forgetMessages,
  forgetNotes,
  forgetSent,
  forgetSubjects,
  type RetentionStep,
} from '../../conversations/index.ts';
import { forgetQuestions, forgetSuggestions } from '../../knowledge/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { dueForRetention, loadSettings, noteRetention } from '../../settings/index.ts';

const day = 86_400_000;
/** Small enough not to hold locks and the event loop for long. */
const rowsAStep = 200;
const quietHour = 2;
const rawDays = 30;
const unroutableDays = 30;

type Forget = (tx: Tx, scope: OrganizationScope, step: RetentionStep) => Promise<number>;

/** The messages, and every copy of their words outside decisions. */
const copiesOfWords: Forget[] = [
  forgetMessages,
  forgetSent,
  forgetNotes,
  forgetSubjects,
  giveUpParked,
  forgetMailTraces,
  forgetQuestions,
  forgetSuggestions,
];

/**
 * Deletes data that organizations keep for a limited time (`retention_days`), and raw inbound data after 30 days at the latest,
 * once a night (UTC), in small steps. Returns the number of rows.
 */
export async function retain(desk: Desk): Promise<number> {
  const now = desk.clock.now();
  if (now.getUTCHours() < quietHour) return 0;
  const due = await dueForRetention(desk.db, now);
  if (due.length === 0) return 0;
  // First, because an interrupted run is repeated only while an organization is due.
  await forgetUnroutableMail(desk.db, new Date(now.getTime() - unroutableDays * day));
  let rows = 0;
  for (const organizationId of due) rows += await retainFor(desk, { organizationId }, now);
  return rows;
}

async function retainFor(desk: Desk, scope: OrganizationScope, now: Date): Promise<number> {
  const { retention_days: kept } = await inScope(desk.db, scope, (tx) => loadSettings(tx, scope));
  const before = (days: number) => new Date(now.getTime() - days * day);
  let rows = 0;
  if (kept.messages !== null)
    for (const forget of copiesOfWords) rows += await inSteps(desk, scope, forget, before(kept.messages));
  rows += await inSteps(desk, scope, forgetRawEvents, before(Math.min(rawDays, kept.messages ?? rawDays)));
  if (kept.decisions !== null) rows += await inSteps(desk, scope, forgetDecisions, before(kept.decisions));
  // Note the run last, so that an interrupted run is repeated.
  await inScope(desk.db, scope, (tx) => noteRetention(tx, scope, now));
  return rows;
}

async function inSteps(desk: Desk, scope: OrganizationScope, forget: Forget, before: Date): Promise<number> {
  for (let rows = 0; ;) {
    const step = await inScope(desk.db, scope, (tx) => forget(tx, scope, { before, limit: rowsAStep }));
    rows += step;
    if (step < rowsAStep) return rows;
  }
}
