import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { textToEmbed } from '../../src/knowledge/search/embeddings/embedding-text.logic.ts';
import type { Passage } from '../../src/knowledge/library/passages/passage.logic.ts';
import { createLog } from '../../src/platform/process/log.ts';
import { embeddedModel } from '../../src/platform/embedding/embedded-model.ts';
import { passagesOf } from './chunks.ts';
import type { BenchSet } from './sets.ts';

/** The vectors of the passages and questions of some sets. */
export interface Meanings {
  ofPassage(passage: Passage): Float32Array;
  ofQuestion(text: string): Float32Array;
}

/** Vectors for every passage and question of the sets and for the `more` questions, made as the product makes them. */
export async function meaningsOf(sets: readonly BenchSet[], more: readonly string[] = []): Promise<Meanings> {
  const passages = sets.flatMap((set) => set.articles.flatMap((article) => passagesOf(article).passages));
  const questions = sets.flatMap((set) => set.cases.map((asked) => asked.text));
  const textOf = (passage: Passage) => textToEmbed(passage, span);
  const vectorOf = await vectorsOf([...passages.map(textOf), ...questions, ...more]);
  return { ofPassage: (passage) => vectorOf(textOf(passage)), ofQuestion: vectorOf };
}

type VectorOf = (text: string) => Float32Array;

const open = () => embeddedModel(createLog('warn'));
const { span } = open();

/**
 * Vectors of the embedded model for all of these texts. Each text is embedded once per machine and cached by hash under
 * `~/.cache/frontdesk`, since the large sets take an hour of processor time.
 */
export async function vectorsOf(texts: Iterable<string>, kept = ''): Promise<VectorOf> {
  const embedder = open();
  const file = join(homedir(), '.cache', 'frontdesk', 'vectors', `${kept}${embedder.model}.bin`);
  const known = read(file, embedder.dimensions);
  const missing = [...new Set(texts)].filter((text) => !known.has(keyOf(text)));
  if (missing.length > 0) console.error(`embedding ${missing.length} texts …`);
  for (let at = 0; at < missing.length; at += 50) {
    const some = missing.slice(at, at + 50);
    const vectors = await embedder.embed(some, 'passages');
    mkdirSync(join(file, '..'), { recursive: true });
    for (const [index, vector] of vectors.entries()) {
      const key = keyOf(some[index] ?? '');
      appendFileSync(file, Buffer.concat([Buffer.from(key, 'hex'), Buffer.from(vector.buffer)]));
      known.set(key, vector);
    }
  }
  await embedder.close();
  return (text) => {
    const vector = known.get(keyOf(text));
    if (!vector) throw new Error(`Not embedded: ${text.slice(0, 60)}`);
    return vector;
  };
}

const keyOf = (text: string) => createHash('sha256').update(text).digest('hex');

// One record is the hash of a text and its vector. The last may be incomplete if a process was killed.
function read(file: string, dimensions: number): Map<string, Float32Array> {
  const known = new Map<string, Float32Array>();
  if (!existsSync(file)) return known;
  const bytes = readFileSync(file);
  const record = 32 + 4 * dimensions;
  truncateSync(file, bytes.length - (bytes.length % record));
  for (let at = 0; at + record <= bytes.length; at += record) {
    const vector = new Uint8Array(bytes.subarray(at + 32, at + record)).buffer;
    known.set(bytes.toString('hex', at, at + 32), new Float32Array(vector));
  }
  return known;
}
