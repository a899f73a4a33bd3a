import type { Decision } from '@desk/contract/decisions';
import type { Overlay } from '@desk/contract/simulation';
import type { RecordedTurn } from '../../conversations/index.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { policyAt } from '../../routing/index.ts';
import { effectiveAutoRespond, settingsAt } from '../../settings/index.ts';
import { recorded as asRecorded } from '../../connectors/index.ts';
import { consider } from '../consider.actions.ts';
import { conclude } from '../turn/conclude.ts';
import { decideOn } from '../turn/decide-on.ts';
import { holdsOf } from '../turn/holds.logic.ts';
import { knownOf, underTerms } from '../turn/matter.actions.ts';
import type { Known } from '../turn/known.logic.ts';
import { overlaidBasis } from './rehearsed-matter.ts';

/**
 * Decides again under the recorded policy and settings, from the recorded facts. A different hash means that the record or the code
 * has changed. Throws 409 `not_replayable` if the facts, the policy or the settings of that time are not stored.
 */
export async function replayRecorded(desk: Desk, scope: OrganizationScope, turn: RecordedTurn): Promise<Decision> {
  const known = knownOf(turn);
  const { snapshot } = turn.record;
  const [settingsVersion, policyRevision] = [Number(snapshot['settings_version']), Number(snapshot['policy_revision'])];
  const { settings, policy } = await inScope(desk.db, scope, async (tx) => ({
    settings: await settingsAt(tx, scope, settingsVersion),
    policy: await policyAt(tx, scope, policyRevision),
  }));
  if (!known || !settings || !policy) throw notReplayable();
  const basis = {
    policy,
    settings,
    knowledgeRevision: Number(snapshot['knowledge_revision']),
    model: textOr(snapshot['model']),
    prompt: textOr(snapshot['prompt']),
  };
  const decided = decideOn(policy, known);
  if (decided.kind === 'draft') throw notReplayable();
  return conclude({ known, basis }, { ruling: decided.ruling, worded: null, timings: {} }).decision;
}

/** Decides again from the recorded message, under today's policy, settings and knowledge with an overlay over them. */
export async function replayNow(
  desk: Desk,
  scope: OrganizationScope,
  { turn, overlay }: { turn: RecordedTurn; overlay: Overlay | undefined },
): Promise<Decision> {
  const recorded = knownOf(turn);
  if (!recorded) throw notReplayable();
  const { basis, ready } = await inScope(desk.db, scope, (tx) => overlaidBasis(desk, tx, scope, overlay));
  const known = onTerms(recorded, { settings: basis.settings, ready });
  const fresh = { ...known, message: { ...known.message, language: null }, answer: { asked: false as const } };
  // Account systems are not called again: their recorded results are part of the known facts.
  const lookups = recorded.answer.asked ? (recorded.answer.lookups ?? []) : [];
  const rehearsing = { at: desk.clock.now(), withModel: false, lookUp: asRecorded(lookups) };
  return (await consider(desk, scope, { known: fresh, basis }, rehearsing)).decision;
}

/** Puts the recorded message, thread and time under other settings. */
export function onTerms(recorded: Known, terms: Parameters<typeof underTerms>[0]): Known {
  const { channel, message, history, customer, conversation, time } = recorded;
  const thread = { channel, message, history, customer, conversation };
  const answerBy = time.answerBy === null ? null : new Date(time.answerBy);
  const settled = underTerms(terms, { ...thread, now: new Date(time.now), answerBy });
  const { signals, tags, answer, budgets, holds } = recorded;
  const owner = holds.includes('owner_human') ? ('human' as const) : ('ai' as const);
  const autoRespond = effectiveAutoRespond(terms.settings, channel);
  const stop = recorded.stop ? { stop: recorded.stop } : {};
  const handedOver = recorded.handedOver ? { handedOver: recorded.handedOver } : {};
  const known = { ...settled, ...stop, ...handedOver, signals, tags, answer, budgets };
  return { ...known, holds: holdsOf({ ...known, autoRespond, owner }) };
}

const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const notReplayable = () =>
  conflict('not_replayable', sentence`The record is too old: the facts behind its decision were not stored yet.`);
