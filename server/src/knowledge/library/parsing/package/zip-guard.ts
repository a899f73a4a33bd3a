import type { Entry, ZipFile } from 'yauzl';
import { Unreadable } from '../content/failure.logic.ts';
import { entriesOf, memberBytes, openZip } from './zip-members.ts';

const mostEntries = 2000;
const mostBytes = 256 * 1024 * 1024;
/** Text compresses well: a ratio of 1:100 is suspicious only for a large total. */
const mostRatio = 100;
const ratioMatters = 16 * 1024 * 1024;

/**
 * Refuses a zip that is too large according to its directory, before unpacking it, and a zip whose XML declares entities. Nested zips
 * (a chart's workbook) are never opened. Throws `Unreadable`.
 */
export async function guardZip(bytes: Buffer): Promise<void> {
  // An Office file with a password is not a zip: the caller handles it.
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

// Office and OpenDocument files need no DTD. Entities can expand a kilobyte to a gigabyte and read other files.
async function refuseEntities(zip: ZipFile, part: Entry): Promise<void> {
  if (!/\.(?:xml|rels)$/i.test(part.fileName)) return;
  const start = (await memberBytes(zip, part, 4096)).toString('latin1').replaceAll('\0', '');
  if (start.includes('<!ENTITY') || /<!DOCTYPE[^>]*\[/.test(start)) throw new Unreadable('corrupt');
}
