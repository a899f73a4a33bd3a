import { randomBytes } from 'node:crypto';
import type { Tx } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import type { LanguageModel } from '../../../platform/language-model/language-model.ts';
import { existingDocuments, lockFindings, saveFinding } from '../findings/record-findings.store.ts';
import { contradictionBetween } from '../study/comparison.logic.ts';
import { hashOf, pairsOf } from './near-pairs.actions.ts';
import * as store from './near-passages.store.ts';
import { provenIn, questionAbout, readVerdicts, verdictSchema, type PassagePair } from './pairs.logic.ts';

/** The share of an organization's daily tokens that comparisons may use; the rest is reserved for customers. */
const shareOfComparing = 0.1;
/** Limits the pairs per day even without a token limit: a large help centre takes several days. */
const mostPairsADay = 500;
const pairsAtOnce = 6;
const rememberedMilliseconds = 365 * 86_400_000;

/**
 * Asks the language model, if there is one, about near passages of different documents in which the rules find no
 * contradiction. Runs in the background with a time limit and a budget of its own; the rest waits for the next run. No pair
 * is asked about twice.
 */
export async function askAboutPairs(desk: Desk, scope: OrganizationScope, milliseconds: number): Promise<void> {
  const { languageModel, embedder } = desk;
  if (!languageModel || !embedder) return;
  const end = performance.now() + milliseconds;
  const now = desk.clock.now();
  await inScope(desk.db, scope, (tx) =>
    store.forgetCompared(tx, scope, new Date(now.getTime() - rememberedMilliseconds)),
  );
  const documents = await inScope(desk.db, scope, (tx) => store.unasked(tx, scope, { model: embedder.model, now }));
  for (const { id, version } of documents) {
    if (version === null) continue;
    const pairs = await pairsOf(desk, scope, { id, version, model: embedder.model });
    for (let at = 0; at < pairs.length; at += pairsAtOnce) {
      const left = end - performance.now();
      if (
        left < 1_000 ||
        !(await askAbout(desk, scope, languageModel, { pairs: pairs.slice(at, at + pairsAtOnce), left }))
      )
        return;
    }
    await inScope(desk.db, scope, (tx) => store.markAsked(tx, scope, id, version));
  }
}

/** Returns false if going on is useless: the budget is spent, or the model fails. */
async function askAbout(
  desk: Desk,
  scope: OrganizationScope,
  model: LanguageModel,
  { pairs, left }: { pairs: readonly PassagePair[]; left: number },
): Promise<boolean> {
  const used = await inScope(desk.db, scope, (tx) => store.usedToday(tx, scope, desk.clock.now()));
  const most = (desk.config.AI_TOKENS_PER_DAY || Number.POSITIVE_INFINITY) * shareOfComparing - used.tokens;
  if (most <= 0 || used.pairs + pairs.length > mostPairsADay) return false;
  const fence = randomBytes(9).toString('base64url');
  const written = await model.write({
    ...questionAbout(pairs, fence),
    schema: verdictSchema,
    read: readVerdicts,
    withinMilliseconds: Math.min(left, desk.config.AI_TIMEOUT_SECONDS * 1_000),
    mostTokens: Math.min(most, desk.config.AI_TOKENS_PER_TURN),
  });
  if (written.kind === 'failed') desk.log.warn({ reason: written.why }, 'language model failed');
  // A malformed result will be malformed again, and a declined text declined: count it as no contradiction, so that the pair is
  // not asked about forever.
  const isFinal = written.kind === 'failed' && (written.why === 'malformed' || written.why === 'declined');
  const nothing = isFinal ? [] : null;
  const verdicts = written.kind === 'written' ? written.value : nothing;
  await inScope(desk.db, scope, async (tx) => {
    const now = desk.clock.now();
    const tokens = written.tokens.input + written.tokens.output;
    if (tokens > 0) await store.countComparisonTokens(tx, scope, tokens, now);
    if (!verdicts) return;
    const answers = pairs.map((pair, at) => ({ pair, quotes: provenIn(pair, at, verdicts) }));
    await record(tx, scope, { answers, now });
  });
  return verdicts !== null;
}

async function record(
  tx: Tx,
  scope: OrganizationScope,
  { answers, now }: { answers: readonly { pair: PassagePair; quotes: readonly [string, string] | null }[]; now: Date },
): Promise<void> {
  const existing = await existingDocuments(tx, scope, [
    ...new Set(answers.flatMap(({ pair }) => pair.map((each) => each.document_id))),
  ]);
  await lockFindings(tx, scope, now);
  // Drops pairs of documents that were removed in the meantime.
  const remaining = answers.filter(({ pair }) => pair.every((each) => existing.has(each.document_id)));
  const compared = remaining.map(({ pair: [one, other], quotes }): store.ComparedPair => {
    return { hash: hashOf([one, other]), documentIds: [one.document_id, other.document_id], quotes };
  });
  await store.saveCompared(tx, scope, compared, now);
  for (const { pair, quotes } of remaining) {
    if (!quotes) continue;
    const [one, other] = [
      { id: pair[0].document_id, version: pair[0].version, quote: quotes[0] },
      { id: pair[1].document_id, version: pair[1].version, quote: quotes[1] },
    ];
    await saveFinding(tx, scope, contradictionBetween(one, other, 'medium'), now);
  }
}
