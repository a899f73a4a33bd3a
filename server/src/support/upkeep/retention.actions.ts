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
import { eachGuarded } from '../../platform/guarded.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Settings } from '@desk/contract/settings';
import { dueForRetention, loadSettings, noteRetention } from '../../settings/index.ts';

const day = 86_400_000;
/** Small enough not to hold locks and the event loop for long. */
const rowsAStep = 200;
/** How long the rest of the sweep, and a shutdown, may have to wait for this. */
const pieceMilliseconds = 3_000;
const quietHour = 2;
const rawDays = 30;
const unroutableDays = 30;

type Forget = (tx: Tx, scope: OrganizationScope, step: RetentionStep) => Promise<number>;

/** The messages, and every copy of their words except in decisions. */
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
 * once a night (UTC), in small steps. Part of the sweep, so only for a while at a time: the next round goes on.
 */
export async function retain(desk: Desk): Promise<void> {
  const now = desk.clock.now();
  if (now.getUTCHours() < quietHour) return;
  const due = await dueForRetention(desk.db, now);
  if (due.length === 0) return;
  // First, because an interrupted run is repeated only while an organization is due.
  await forgetUnroutableMail(desk.db, new Date(now.getTime() - unroutableDays * day));
  const ends = performance.now() + pieceMilliseconds;
  await eachGuarded(desk, 'retention', due, (organizationId) => retainFor(desk, { organizationId }, { now, ends }));
}

async function retainFor(desk: Desk, scope: OrganizationScope, { now, ends }: { now: Date; ends: number }) {
  const { retention_days: kept } = await inScope(desk.db, scope, (tx) => loadSettings(tx, scope));
  for (const { forget, days } of forgetting(desk, kept)) {
    const before = new Date(now.getTime() - days * day);
    let rows = rowsAStep;
    while (rows === rowsAStep) {
      if (performance.now() >= ends) return;
      rows = await inScope(desk.db, scope, (tx) => forget(tx, scope, { before, limit: rowsAStep }));
    }
  }
  // Note the run last, so that an interrupted run is repeated.
  await inScope(desk.db, scope, (tx) => noteRetention(tx, scope, now));
}

/** What is forgotten after how many days, in this order. */
const forgetting = (
  desk: Desk,
  { messages, decisions }: Settings['retention_days'],
): { forget: Forget; days: number }[] => [
  ...(messages === null ? [] : copiesOfWords.map((forget) => ({ forget, days: messages }))),
  {
    forget: (tx, scope, step) => forgetRawEvents(desk, tx, scope, step),
    days: Math.min(rawDays, messages ?? rawDays),
  },
  ...(decisions === null ? [] : [{ forget: forgetDecisions, days: decisions }]),
];
