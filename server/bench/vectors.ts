import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { createLog } from '../src/platform/log.ts';
import { embeddedModel } from '../src/platform/embedding/embedded-model.ts';

export type VectorOf = (text: string) => Float32Array;

/**
 * Vectors of the embedded model for all of these texts. A text is embedded once per machine: they are kept by hash under
 * `~/.cache/frontdesk`, since an hour of processor time goes into the large sets.
 */
export async function vectorsOf(texts: Iterable<string>): Promise<VectorOf> {
  const embedder = embeddedModel(createLog('warn'));
  const file = join(homedir(), '.cache', 'frontdesk', 'vectors', `${embedder.model}.bin`);
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

// One record is the hash of a text and its vector. The last may have been cut off when a process was ended.
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
