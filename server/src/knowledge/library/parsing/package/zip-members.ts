import { crc32 } from 'node:zlib';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { Unreadable } from '../content/failure.logic.ts';

/** Opens a zip in memory. Throws `Unreadable` if its directory is damaged. */
export const openZip = (bytes: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) =>
      error ? reject(new Unreadable('corrupt')) : resolve(zip),
    );
  });

export async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | null>((resolve, reject) => {
      zip.once('entry', resolve);
      zip.once('end', () => resolve(null));
      zip.once('error', () => reject(new Unreadable('corrupt')));
      zip.readEntry();
    });
    if (!entry) return;
    yield entry;
  }
}

/** Reads a member, or its first `most` bytes. Throws `Unreadable` if it is damaged or larger than its entry declares. */
export async function memberBytes(zip: ZipFile, entry: Entry, most = Number.POSITIVE_INFINITY): Promise<Buffer> {
  if (entry.isEncrypted()) throw new Unreadable('encrypted');
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error ? reject(new Unreadable('corrupt')) : resolve(opened)));
  });
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size >= most) break;
    }
  } catch {
    throw new Unreadable('corrupt');
  }
  const bytes = Buffer.concat(parts);
  if (size < most && crc32(bytes) !== entry.crc32) throw new Unreadable('corrupt');
  return bytes;
}

/** Reads the parts whose names match `wanted`, by name. Throws `Unreadable`. */
export async function partsOf(bytes: Buffer, wanted: RegExp): Promise<Map<string, string>> {
  const zip = await openZip(bytes);
  const parts = new Map<string, string>();
  for await (const entry of entriesOf(zip)) {
    if (wanted.test(entry.fileName)) parts.set(entry.fileName, (await memberBytes(zip, entry)).toString('utf8'));
  }
  return parts;
}
