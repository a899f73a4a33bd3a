import { Readable } from 'node:stream';
import type { S3mini } from 's3mini';

/** S3 takes parts from 5 MiB on, and at most 10,000 of them: 80 GB in all. */
const partBytes = 8 * 1024 * 1024;
const keysAtOnce = 1_000;

/** Uploads the stream in parts, one at a time, and returns its bytes. If it fails, nothing is stored. */
export async function uploadStream(storage: S3mini, key: string, source: Readable): Promise<number> {
  let uploadId: string | undefined;
  try {
    uploadId = await storage.getMultipartUploadId(key);
    const parts = [];
    let bytes = 0;
    for await (const part of partsOf(source)) {
      parts.push(await storage.uploadPart(key, uploadId, part, parts.length + 1));
      bytes += part.byteLength;
    }
    await storage.completeMultipartUpload(key, uploadId, parts);
    return bytes;
  } catch (error) {
    source.destroy();
    // The first error counts; what cannot be aborted now is removed by `removeUploads`.
    if (uploadId) await storage.abortMultipartUpload(key, uploadId).catch(() => undefined);
    throw error;
  }
}

/** At least one part, which may be empty. */
async function* partsOf(source: Readable): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  let sent = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    waiting.push(chunk);
    size += chunk.byteLength;
    if (size < partBytes) continue;
    yield Buffer.concat(waiting);
    sent += 1;
    [waiting, size] = [[], 0];
  }
  if (size > 0 || sent === 0) yield Buffer.concat(waiting);
}

/** Requests one range after the other, so that no request lasts as long as a slow reader. */
export function readInRanges(rangeOf: (from: number, to: number) => Promise<Response>, bytes: number): Readable {
  async function* ranges() {
    for (let from = 0; from < bytes; from += partBytes)
      yield Buffer.from(await (await rangeOf(from, Math.min(from + partBytes, bytes))).arrayBuffer());
  }
  return Readable.from(ranges(), { objectMode: false });
}

export async function* listKeys(list: (token?: string) => ReturnType<S3mini['listObjectsPaged']>) {
  let token: string | undefined;
  do {
    const page = await list(token);
    for (const { Key } of page?.objects ?? []) yield Key;
    token = page?.nextContinuationToken;
  } while (token);
}

export const pageOfKeys = (storage: S3mini, prefix: string, token?: string) =>
  storage.listObjectsPaged('/', `${prefix}/`, keysAtOnce, token);

/** Removes the parts of interrupted uploads: no list of keys shows them, but they are stored and paid for. */
export async function removeUploads(storage: S3mini, prefix: string): Promise<void> {
  const found: unknown = await storage.listMultipartUploads('/', prefix, 'GET', { prefix: `${prefix}/` });
  for (const { key, uploadId } of uploadsIn(found))
    if (key.startsWith(`${prefix}/`)) await storage.abortMultipartUpload(key, uploadId);
}

/** The client leaves the shape of the answer to the store: one upload is an object, several are a list. */
function uploadsIn(found: unknown): { key: string; uploadId: string }[] {
  if (typeof found !== 'object' || found === null) return [];
  const entries = Object.entries(found);
  const inner = entries.find(([name]) => /^listMultipartUploadsResult$/i.test(name));
  if (inner) return uploadsIn(inner[1]);
  const uploads = entries.filter(([name]) => /^upload$/i.test(name)).flatMap(([, value]) => [value].flat());
  return uploads.flatMap((upload: unknown) => {
    const fields = new Map(Object.entries(upload ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
    const [key, uploadId] = [fields.get('key'), fields.get('uploadid')];
    return typeof key === 'string' && typeof uploadId === 'string' ? [{ key, uploadId }] : [];
  });
}
