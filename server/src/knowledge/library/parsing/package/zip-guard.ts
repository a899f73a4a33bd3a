import type { Entry, ZipFile } from 'yauzl';
import { Unreadable } from '../content/failure.logic.ts';
import { entriesOf, memberBytes, openZip } from './zip-members.ts';

const mostEntries = 2000;
const mostBytes = 256 * 1024 * 1024;
/** Text packs well: 1:100 is only suspicious once it amounts to something. */
const mostRatio = 100;
const ratioMatters = 16 * 1024 * 1024;

/**
 * Refuses a zip that unpacks to too much, by its directory, before anything is unpacked; and one whose XML declares
 * entities. Zips inside of it (a chart's workbook) are never opened. Throws `Unreadable`.
 */
export async function guardZip(bytes: Buffer): Promise<void> {
  // An Office file with a password is no zip: the caller names it.
  if (bytes.subarray(0, 2).toString('latin1') !== 'PK') return;
  let total = 0;
  const zip = await openZip(bytes);
  const parts: Entry[] = [];
  for await (const entry of entriesOf(zip)) {
    parts.push(entry);
    total += entry.uncompressedSize;
    if (parts.length > mostEntries || total > mostBytes) throw new Unreadable('too_large');
    if (total > ratioMatters && total > bytes.length * mostRatio) throw new Unreadable('too_large');
  }
  for (const part of parts) await refuseEntities(zip, part);
}

// Office and OpenDocument content has no DTD; entities are how a kilobyte becomes a gigabyte, and how files are fetched.
async function refuseEntities(zip: ZipFile, part: Entry): Promise<void> {
  if (!/\.(?:xml|rels)$/i.test(part.fileName)) return;
  const start = (await memberBytes(zip, part, 4096)).toString('latin1').replaceAll('\0', '');
  if (start.includes('<!ENTITY') || /<!DOCTYPE[^>]*\[/.test(start)) throw new Unreadable('corrupt');
}
