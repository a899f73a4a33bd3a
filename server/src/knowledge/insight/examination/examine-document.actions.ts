import type { Tx } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { everyChunk } from '../../library/passages/every-chunk.ts';
import { findVersion } from '../../library/versions/versions.store.ts';
import { duplicateOf, lookalikesOf } from '../study/comparison.logic.ts';
import { examinedDocument, forgetExamination, lookalikes, saveExamination, twins } from './examination.store.ts';
import { typesByContent, type NewFinding } from '../findings/finding.logic.ts';
import {
  closeFindings,
  existingDocuments,
  lockFindings,
  saveFinding,
  presentCauses,
} from '../findings/record-findings.store.ts';
import { comparedWithOthers } from './compare-with-others.actions.ts';
import { rememberedContradictions } from '../near-passages/remembered.actions.ts';
import { studyDocument } from '../study/study-in-thread.ts';
import type { KeptExamination, StudiedDocument } from '../study/study.ts';

const mostTwins = 20;

/** Compares the serving version of one document with itself and with the others, and saves the findings. */
export async function examineDocument(desk: Desk, scope: OrganizationScope, id: string): Promise<void> {
  const now = desk.clock.now();
  const { subject, formerHash } = await readSubject(desk, scope, id, now);
  const { found, repeated, examination } = subject
    ? await study(desk, scope, subject)
    : { found: [], repeated: [], examination: null };
  await inScope(desk.db, scope, async (tx) => {
    if (!(await existingDocuments(tx, scope, [id])).has(id)) return;
    await lockFindings(tx, scope, now);
    await forgetExamination(tx, scope, id);
    if (examination) await saveExamination(tx, scope, id, examination);
    const alike = await resemblances(tx, scope, { id, title: subject?.title ?? '', formerHash, examination, repeated });
    const all = [...(await existingOnly(tx, scope, found)), ...(await existingOnly(tx, scope, alike))];
    await settle(tx, scope, { id, all, now });
  });
}

// Drops findings of documents that were removed in the meantime.
async function existingOnly(tx: Tx, scope: OrganizationScope, found: readonly NewFinding[]): Promise<NewFinding[]> {
  const ids = found.flatMap(({ places }) => places.map((place) => place.id));
  const existing = await existingDocuments(tx, scope, [...new Set(ids)]);
  return found.filter(({ places }) => places.every((place) => existing.has(place.id)));
}

async function readSubject(desk: Desk, scope: OrganizationScope, id: string, now: Date) {
  const read = await inScope(desk.db, scope, async (tx) => {
    const document = await examinedDocument(tx, scope, id, now);
    const formerHash = document?.text_hash ?? null;
    if (!document?.serving || document.active_version === null) return { about: null, formerHash };
    const { title, language, active_version: version } = document;
    const hiddenInstructions = (await findVersion(tx, scope, id, version))?.smuggled ?? [];
    return { about: { id, version, title, language, hiddenInstructions }, formerHash };
  });
  const { about, formerHash } = read;
  if (!about) return { subject: null, formerHash };
  const rows = await everyChunk(desk, scope, { documentId: id, version: about.version });
  const chunks = rows.map(({ heading_path, text }) => ({ heading_path, text }));
  return { subject: { ...about, chunks } satisfies StudiedDocument, formerHash };
}

async function study(desk: Desk, scope: OrganizationScope, subject: StudiedDocument) {
  const { found, examination, searchTexts } = await studyDocument({ kind: 'study', subject });
  const { contradictions, repeated } = await comparedWithOthers(desk, scope, { subject, searchTexts });
  const remembered = await rememberedContradictions(desk, scope, subject);
  return { found: [...remembered, ...found, ...contradictions], repeated, examination };
}

interface ComparedDocument {
  id: string;
  title: string;
  formerHash: string | null;
  repeated: readonly NewFinding[];
  examination: KeptExamination | null;
}

/** Findings of identical and nearly identical texts, including those of the document's former text. */
async function resemblances(
  tx: Tx,
  scope: OrganizationScope,
  { id, title, formerHash, examination, repeated }: ComparedDocument,
): Promise<NewFinding[]> {
  const hashes = new Set([formerHash, examination?.text_hash].filter((hash) => typeof hash === 'string'));
  const found: NewFinding[] = [];
  for (const hash of hashes) found.push(...duplicateOf(hash, await twins(tx, scope, hash, mostTwins)));
  if (!examination) return found;
  const { version, quote, signature, text_hash: own } = examination;
  found.push(...lookalikesOf({ id, title, version, quote, signature }, await lookalikes(tx, scope, id, own)));
  const known = new Set(found.flatMap(({ places }) => places.map((place) => place.id)));
  return [...found, ...repeated.filter(({ places }) => places.some((place) => !known.has(place.id)))];
}

async function settle(
  tx: Tx,
  scope: OrganizationScope,
  { id, all, now }: { id: string; all: NewFinding[]; now: Date },
): Promise<void> {
  const before = await presentCauses(tx, scope, typesByContent, id);
  const causes = new Set(all.map(({ cause }) => cause));
  for (const found of all) await saveFinding(tx, scope, found, now);
  const missing = before.filter(({ cause }) => !causes.has(cause));
  await closeFindings(
    tx,
    scope,
    missing.map((row) => row.id),
    now,
  );
}
