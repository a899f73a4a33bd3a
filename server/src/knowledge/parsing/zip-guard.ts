import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { Unreadable } from './failure.logic.ts';

const mostEntries = 2000;
const mostBytes = 256 * 1024 * 1024;
/** Text packs well: 1:100 is only suspicious once it amounts to something. */
const mostRatio = 100;
const ratioMatters = 16 * 1024 * 1024;

/** Refuses a zip that unpacks to too much, by its directory, before anything is unpacked. Throws `Unreadable`. */
export async function guardZip(bytes: Buffer): Promise<void> {
  // A Word file with a password is no zip: the parser names it.
  if (bytes.subarray(0, 2).toString('latin1') !== 'PK') return;
  let entries = 0;
  let total = 0;
  for await (const entry of entriesOf(await open(bytes))) {
    entries++;
    total += entry.uncompressedSize;
    if (entries > mostEntries || total > mostBytes) throw new Unreadable('too_large');
    if (total > ratioMatters && total > bytes.length * mostRatio) throw new Unreadable('too_large');
  }
}

const open = (bytes: Buffer) =>
  new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) =>
      error ? reject(new Unreadable('corrupt')) : resolve(zip),
    );
  });

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
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
