import type { Desk } from '../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { everyChunk } from '../../library/passages/every-chunk.ts';
import { partnersOf } from '../findings/record-findings.store.ts';
import type { NewFinding } from '../findings/finding.logic.ts';
import { contradictionBetween } from '../study/comparison.logic.ts';
import { contradictionsFound } from './near-passages.store.ts';
import { standsIn } from './pairs.logic.ts';

/** The contradictions that the language model has found in the document, if both sentences still exist. */
export async function rememberedContradictions(
  desk: Desk,
  scope: OrganizationScope,
  subject: { id: string; version: number; chunks: readonly { text: string }[] },
): Promise<NewFinding[]> {
  const { found, partners } = await inScope(desk.db, scope, async (tx) => ({
    found: await contradictionsFound(tx, scope, subject.id),
    partners: await partnersOf(tx, scope, subject.id, ['contradiction']),
  }));
  const remembered: NewFinding[] = [];
  for (const { document_id: first, quote, other_quote: another, other_document_id: second } of found) {
    if (quote === null || another === null) continue;
    const [own, theirs] = first === subject.id ? [quote, another] : [another, quote];
    const otherId = first === subject.id ? second : first;
    const version = partners.find(({ id }) => id === otherId)?.active_version ?? null;
    if (version === null || !subject.chunks.some((chunk) => standsIn(chunk, own))) continue;
    const chunks = await everyChunk(desk, scope, { documentId: otherId, version });
    if (!chunks.some((chunk) => standsIn(chunk, theirs))) continue;
    const mine = { id: subject.id, version: subject.version, quote: own };
    remembered.push(contradictionBetween(mine, { id: otherId, version, quote: theirs }, 'medium'));
  }
  return remembered;
}
