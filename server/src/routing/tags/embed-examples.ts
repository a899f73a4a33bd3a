import type { Desk } from '../../platform/desk.ts';
import type { Embedder } from '../../platform/embedding/embedder.ts';
import { languageOfMessage } from '../../platform/text/message-language.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sha256 } from '../../platform/secrets/signatures.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import {
  forgetUnwantedVectors,
  readExampleVectors,
  saveExampleVectors,
  wantExampleVectors,
} from './example-vectors.store.ts';
import type { LabelledVector } from './classifier/whitening.logic.ts';
import type { LabelledText } from './classifier/word-classifier.logic.ts';

type ExampleVectors = Map<string, Float32Array>;

/**
 * Returns the vectors of the examples, in their order; null if the model does not read their language. Reads stored vectors, and makes
 * and stores the others, which takes minutes for thousands, once for all processes. Customers' questions have priority. Rejects if the
 * model is unavailable; the vectors made until then are stored.
 */
export async function embedExamples(
  desk: Desk,
  scope: OrganizationScope,
  embedder: Embedder,
  examples: readonly LabelledText[],
): Promise<LabelledVector[] | null> {
  const texts = await textsByHash(embedder, examples);
  if (!texts) return null;
  const vectors = await stored(desk, scope, embedder.model, [...texts.keys()]);
  await addMissing(embedder, { texts, vectors }, (made) => {
    const row = { model: embedder.model, vectors: made, now: desk.clock.now() };
    return inScope(desk.db, scope, (tx) => saveExampleVectors(tx, scope, row));
  });
  return labelled(examples, vectors);
}

/** A rehearsal with more new examples than this uses their words only, because a person waits for it. */
const mostRehearsed = 200;

/**
 * As `embedExamples`, for a rehearsal: reads stored vectors, makes the few that are missing, and writes nothing. Returns null if the model
 * does not read the language, or if too many are missing.
 */
export async function embedForRehearsal(
  desk: Desk,
  scope: OrganizationScope,
  embedder: Embedder,
  examples: readonly LabelledText[],
): Promise<LabelledVector[] | null> {
  const texts = await textsByHash(embedder, examples);
  if (!texts) return null;
  const vectors = await inPieces(desk, scope, [...texts.keys()], (tx, some) =>
    readExampleVectors(tx, scope, embedder.model, some),
  );
  if (texts.size - vectors.size > mostRehearsed) return null;
  await addMissing(embedder, { texts, vectors });
  return labelled(examples, vectors);
}

/** The texts of the examples by their hash; null when the model does not read their language. */
async function textsByHash(
  embedder: Embedder,
  examples: readonly LabelledText[],
): Promise<ReadonlyMap<string, string> | null> {
  const sample = examples.slice(0, enoughToTell).map(({ text }) => text);
  const language = await languageOfMessage(sample.join('\n'));
  if (language !== null && !embedder.reads(language)) return null;
  return new Map(examples.map(({ text }) => [hashOf(text), text]));
}

const labelled = (examples: readonly LabelledText[], vectors: ExampleVectors): LabelledVector[] =>
  examples.flatMap(({ text, of }) => {
    const vector = vectors.get(hashOf(text));
    return vector ? [{ vector, of }] : [];
  });

const enoughToTell = 20;
/** A few MB for each read, so that it blocks neither the database nor the event loop for long. */
const readAtOnce = 500;

const hashOf = (text: string) => sha256(text).toString('base64');

async function stored(
  desk: Desk,
  scope: OrganizationScope,
  model: string,
  hashes: readonly string[],
): Promise<ExampleVectors> {
  const now = desk.clock.now();
  const vectors = await inPieces(desk, scope, hashes, async (tx, some) => {
    await wantExampleVectors(tx, scope, { model, hashes: some, now });
    return readExampleVectors(tx, scope, model, some);
  });
  await inScope(desk.db, scope, (tx) => forgetUnwantedVectors(tx, scope, now));
  return vectors;
}

async function inPieces(
  desk: Desk,
  scope: OrganizationScope,
  hashes: readonly string[],
  read: (tx: Tx, some: readonly string[]) => Promise<ExampleVectors>,
): Promise<ExampleVectors> {
  const all: ExampleVectors = new Map();
  for (let at = 0; at < hashes.length; at += readAtOnce) {
    const found = await inScope(desk.db, scope, (tx) => read(tx, hashes.slice(at, at + readAtOnce)));
    for (const [hash, vector] of found) all.set(hash, vector);
  }
  return all;
}

/** Embeds the texts that have no vector yet, batch by batch. */
async function addMissing(
  embedder: Embedder,
  { texts, vectors }: { texts: ReadonlyMap<string, string>; vectors: ExampleVectors },
  keep = async (_made: ExampleVectors) => {},
): Promise<void> {
  const missing = [...texts].filter(([hash]) => !vectors.has(hash));
  for (let at = 0; at < missing.length; at += embedder.batch) {
    const made = await make(embedder, missing.slice(at, at + embedder.batch));
    await keep(made);
    for (const [hash, vector] of made) vectors.set(hash, vector);
  }
}

async function make(embedder: Embedder, missing: readonly (readonly [string, string])[]): Promise<ExampleVectors> {
  const made = await embedder.embed(
    missing.map(([, text]) => text),
    'passages',
  );
  // Round as the database does, so that the same examples give the same classifier before and after a restart.
  return new Map(
    missing.flatMap(([hash], at) => {
      const vector = made[at];
      return vector ? [[hash, vector.map(Math.f16round)] as const] : [];
    }),
  );
}
