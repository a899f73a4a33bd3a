import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Tx } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { currentSegment } from '../../library/ingestion/current-segment.actions.ts';
import { vectorsOf } from '../embeddings/embeddings.store.ts';
import type { LoadedKnowledge, ShownAs } from './index-cache.ts';
import { acceptedOf } from './learned-questions.store.ts';
import { buildLearned, type LiveIndex, type TaughtQuestion } from '../engine/index.ts';
import { segmentParts, shownSince, type PartKey, type ShownSince } from '../../library/passages/segments.store.ts';

/** The limits for documents and passages of one step; between steps, questions of other organizations are answered. */
const documentsAtOnce = 50;
const passagesAtOnce = 500;
const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Brings the index up to date with the serving versions, in steps. */
export async function loadChanges(desk: Desk, scope: OrganizationScope, live: LoadedKnowledge): Promise<void> {
  let since = { revision: live.revision, id: last };
  for (;;) {
    const { rows, questions } = await inScope(desk.db, scope, async (tx) => {
      const found = await shownSince(tx, scope, since, documentsAtOnce);
      return {
        rows: found,
        questions: await questionsOf(
          tx,
          scope,
          found.map(({ id }) => id),
        ),
      };
    });
    const shown = rows.map((row) => shownAs(row, questions.get(row.id) ?? []));
    await loadPage(desk, scope, live, shown);
    const end = rows.at(-1);
    if (!end || rows.length < documentsAtOnce) return;
    since = { revision: end.shown_revision, id: end.id };
    // A large organization takes many pages: let answers to others through.
    await nextTurn();
  }
}

async function questionsOf(tx: Tx, scope: OrganizationScope, ids: readonly string[]) {
  const accepted = await acceptedOf(tx, scope, ids);
  const asQuestion = (row: { id: string; text: string; chunk_id: string | null }): TaughtQuestion => ({
    id: row.id,
    text: row.text,
    answeredBy: row.chunk_id,
  });
  return new Map([...accepted].map(([id, rows]) => [id, rows.map(asQuestion)]));
}

interface DocumentToLoad {
  row: ShownSince;
  questions: readonly TaughtQuestion[];
  as: ShownAs;
}

const shownAs = (row: ShownSince, questions: readonly TaughtQuestion[]): DocumentToLoad => ({
  row,
  questions,
  as: {
    collectionId: row.collection_id,
    enabled: row.enabled,
    expiresAt: row.expires_at,
    servesUntil: row.serves_until,
    taught: questions.map(({ id, answeredBy }) => `${id} ${answeredBy}`).join(),
  },
});

async function loadPage(
  desk: Desk,
  scope: OrganizationScope,
  live: LoadedKnowledge,
  page: readonly DocumentToLoad[],
): Promise<void> {
  // The version may be unchanged: only its collection changed, or its vectors were made.
  const isKnown = ({ row, as }: DocumentToLoad) =>
    live.index.versionOf(row.id) === row.version && live.documents.get(row.id)?.taught === as.taught;
  const { index } = live;
  const present = page.filter(isKnown);
  const absent: DocumentToLoad[] = [];
  for (const each of page.filter((one) => !isKnown(one))) {
    if (await isStaged(desk, scope, index, each.row)) {
      show(live, each);
      present.push(each);
    } else absent.push(each);
  }
  for (const { row, as } of present) live.documents.set(row.id, as);
  await giveVectors(
    desk,
    scope,
    live,
    present.map(({ row }) => row.id),
  );
  const byId = new Map(absent.map((each) => [each.row.id, each]));
  for (const slice of slicesOf(absent)) {
    await stageSlice(desk, scope, live, slice);
    for (const { documentId, isLast } of slice) if (isLast) show(live, byId.get(documentId));
    await clearInSteps(index);
  }
}

// Compares the first passage's id: another run may have staged passages of the same version that never came to serve.
async function isStaged(desk: Desk, scope: OrganizationScope, index: LiveIndex, row: ShownSince): Promise<boolean> {
  const staged = index.stagedOf(row.id);
  if (staged?.version !== row.version || staged.sections !== row.chunk_count) return false;
  const key = { documentId: row.id, version: row.version, part: 0 };
  const [first] = await inScope(desk.db, scope, (tx) => segmentParts(tx, scope, [key]));
  const id = first?.body.passages[0]?.id;
  return id !== undefined && id === index.passageAt(staged.slots[0] ?? 0)?.id;
}

interface LoadStep extends PartKey {
  isLast: boolean;
}

/** The parts of these documents, in the order of the documents, in slices of up to `passagesAtOnce` passages. */
function* slicesOf(page: readonly DocumentToLoad[]): Generator<LoadStep[]> {
  let open: LoadStep[] = [];
  let passages = 0;
  for (const { row } of page) {
    for (let part = 0; part < row.parts; part++) {
      const size = row.chunk_count / row.parts;
      if (open.length > 0 && passages + size > passagesAtOnce) {
        yield open;
        [open, passages] = [[], 0];
      }
      open.push({ documentId: row.id, version: row.version, part, isLast: part === row.parts - 1 });
      passages += size;
    }
  }
  if (open.length > 0) yield open;
}

async function stageSlice(
  desk: Desk,
  scope: OrganizationScope,
  live: LoadedKnowledge,
  slice: readonly LoadStep[],
): Promise<void> {
  const { index } = live;
  const model = index.isLean ? null : live.model;
  const { parts, vectors } = await inScope(desk.db, scope, async (tx) => {
    const found = await segmentParts(tx, scope, slice);
    const ids = found.flatMap(({ body }) => body.passages.map(({ id }) => id));
    return { parts: found, vectors: model === null ? undefined : await vectorsOf(tx, scope, ids, model) };
  });
  for (const { body, ...key } of parts) {
    const segment = await currentSegment(desk, scope, key, body);
    // Starts afresh: an unfinished attempt may have left passages.
    if (key.part === 0) index.withdraw(key.documentId);
    index.stage(segment, vectors);
  }
}

// If the version is incomplete, the document has changed twice since: it is withdrawn and comes again with its last change.
function show({ index, documents }: LoadedKnowledge, shown: DocumentToLoad | undefined): void {
  if (!shown) return;
  const { row, as, questions } = shown;
  const staged = index.stagedOf(row.id);
  if (staged?.version !== row.version || staged.sections !== row.chunk_count) return index.withdraw(row.id);
  index.show(row.id, buildLearned({ documentId: row.id, version: row.version, language: staged.language }, questions));
  documents.set(row.id, as);
}

const clearedAtOnce = 1_000;

/** Removes hidden passages from the index, in steps. */
export async function clearInSteps(index: LiveIndex): Promise<void> {
  while (!index.clear(clearedAtOnce)) await nextTurn();
  await nextTurn();
}

/** Sets the stored vectors of these documents' passages. */
export async function giveVectors(
  desk: Desk,
  scope: OrganizationScope,
  { index, model }: Pick<LoadedKnowledge, 'index' | 'model'>,
  ids: readonly string[],
): Promise<void> {
  if (model === null || index.isLean) return;
  let open: Stretch[] = [];
  let passages = 0;
  const read = async () => {
    const wanted = open.flatMap((stretch) => passageIdsOf(index, stretch));
    const vectors = await inScope(desk.db, scope, (tx) => vectorsOf(tx, scope, wanted, model));
    for (const { documentId, from, to } of open) index.setVectors(documentId, vectors, from, to);
    [open, passages] = [[], 0];
    await nextTurn();
  };
  for (const documentId of ids) {
    const sections = index.documentOf(documentId)?.sections ?? 0;
    for (let from = 0; from < sections; from += passagesAtOnce) {
      const to = Math.min(sections, from + passagesAtOnce);
      open.push({ documentId, from, to });
      passages += to - from;
      if (passages >= passagesAtOnce) await read();
    }
  }
  if (open.length > 0) await read();
}

interface Stretch {
  documentId: string;
  from: number;
  to: number;
}

const passageIdsOf = (index: LiveIndex, { documentId, from, to }: Stretch): string[] =>
  [...(index.documentOf(documentId)?.slots.subarray(from, to) ?? [])].flatMap(
    (slot) => index.passageAt(slot)?.id ?? [],
  );
