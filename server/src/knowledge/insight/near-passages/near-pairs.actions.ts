import type { Desk } from '../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { sha256 } from '../../../platform/secrets/signatures.ts';
import { suspiciousTextIn } from '../../library/parsing/content/hidden-instructions.logic.ts';
import { passagesById } from '../../library/passages/chunks.store.ts';
import { everyChunk } from '../../library/passages/every-chunk.ts';
import { vectorsOf } from '../../search/embeddings/embeddings.store.ts';
import { quotesOfContradictions } from '../findings/record-findings.store.ts';
import * as store from './near-passages.store.ts';
import { isAlreadyQuoted, type NearPassage, type PassagePair } from './pairs.logic.ts';

/** Limits for the passages of a document that are compared, and for the neighbours of each. */
const mostPassages = 40;
const neighbours = { limit: 2, leastCosine: 0.5 };

/**
 * Pairs of the document's passages with near passages of others, each once, without pairs that the model was asked about or
 * that a finding quotes.
 */
export async function pairsOf(
  desk: Desk,
  scope: OrganizationScope,
  of: { id: string; version: number; model: string },
): Promise<PassagePair[]> {
  const { id, version, model } = of;
  const chunks = (await everyChunk(desk, scope, { documentId: id, version })).slice(0, mostPassages);
  const ids = chunks.map((chunk) => chunk.id);
  const vectors = await inScope(desk.db, scope, (tx) => vectorsOf(tx, scope, ids, model));
  const found = new Map<string, PassagePair>();
  for (const [own, vector] of vectors) {
    // One transaction for each passage, so that customers' questions come in between.
    const [mine, ...others] = await inScope(desk.db, scope, async (tx) => {
      const near = await store.nearestElsewhere(
        tx,
        scope,
        { documentId: id, model, vector, now: desk.clock.now() },
        neighbours,
      );
      const rows = near.length > 0 ? await passagesById(tx, scope, [own, ...near.map((each) => each.id)]) : [];
      return rows.toSorted((one, other) => Number(other.id === own) - Number(one.id === own));
    });
    for (const other of others)
      if (mine && mine.text !== other.text) found.set(hashOf([mine, other]), inOrder(mine, other));
  }
  const { asked, quoted } = await inScope(desk.db, scope, async (tx) => ({
    asked: await store.askedAbout(tx, scope, [...found.keys()]),
    quoted: await quotesOfContradictions(tx, scope, id),
  }));
  return [...found].flatMap(([hash, pair]) =>
    asked.has(hash) || isAlreadyQuoted(pair, quoted) || isSuspicious(pair) ? [] : [pair],
  );
}

/** Suspicious text (written for a machine) is a finding by itself and is never sent to a model. */
const isSuspicious = (pair: PassagePair) => pair.some(({ text }) => suspiciousTextIn(text) !== null);

const inOrder = (one: NearPassage, other: NearPassage): PassagePair =>
  one.document_id < other.document_id ? [one, other] : [other, one];

export const hashOf = (pair: PassagePair): string =>
  sha256(
    pair
      .map(({ title, text }) => sha256(`${title}\n${text}`).toString('hex'))
      .toSorted()
      .join(),
  ).toString('hex');
