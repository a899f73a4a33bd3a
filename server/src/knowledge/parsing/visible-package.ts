import { crc32 } from 'node:zlib';
import { decodeText } from './decode.logic.ts';
import { Unreadable } from './failure.logic.ts';
import { hiddenInOpenDocument } from './hidden-in-opendocument.logic.ts';
import { hiddenInSlides } from './hidden-in-slides.logic.ts';
import { hiddenInWord } from './hidden-in-word.logic.ts';
import type { Cut } from './visible-package.logic.ts';
import { entriesOf, memberBytes, openZip } from './zip-members.ts';

interface Visible {
  visible: Buffer;
  hidden: string[];
}

export type PackageFormat = 'docx' | 'pptx' | 'odt';

const cuts: Record<PackageFormat, (parts: ReadonlyMap<string, string>) => Cut> = {
  docx: hiddenInWord,
  pptx: hiddenInSlides,
  odt: hiddenInOpenDocument,
};

/**
 * The package with only what its readers see, and the words that they do not: officeparser reads both alike. Every part is
 * written in UTF-8 under its own name once, so that what is read is what was looked at. Throws `Unreadable`.
 */
export async function visiblePackage(bytes: Buffer, format: PackageFormat): Promise<Visible> {
  // An Office file with a password is no zip: officeparser names it.
  if (bytes.subarray(0, 2).toString('latin1') !== 'PK') return { visible: bytes, hidden: [] };
  const others = new Map<string, Buffer>();
  const parts = new Map<string, string>();
  const zip = await openZip(bytes);
  for await (const entry of entriesOf(zip)) {
    if (pictures.test(entry.fileName)) continue;
    const member = await memberBytes(zip, entry);
    if (entry.fileName === 'META-INF/manifest.xml' && member.includes('encryption-data'))
      throw new Unreadable('encrypted');
    if (markup.test(entry.fileName)) parts.set(entry.fileName, textOf(member));
    else others.set(entry.fileName, member);
  }
  const { shown, hidden } = cuts[format](parts);
  for (const [name, part] of [...parts, ...shown]) others.set(name, Buffer.from(part));
  return { visible: packed(others), hidden };
}

const markup = /\.(?:xml|rels)$/i;
const pictures = /(?:^|\/)(?:media|embeddings|fonts|Pictures|Thumbnails|thumbnails)\//;

// Without the declaration, which may name another encoding.
function textOf(part: Buffer): string {
  const text = decodeText(part);
  if (text === null) throw new Unreadable('corrupt');
  return text.replace(/^\s*<\?xml[^>]*\?>/, '');
}

/** A zip whose members are not compressed: it is read once, from memory. */
function packed(members: ReadonlyMap<string, Buffer>): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, data] of members) {
    const path = Buffer.from(name);
    // Version 2.0, names in UTF-8, stored, no time (APPNOTE 4.3.7); the directory repeats it (4.3.12).
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x0800, 2);
    facts.writeUInt32LE(crc32(data), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(data.length, 18);
    facts.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    local.push(Buffer.from('PK\x03\x04'), facts, path, data);
    directory.push(Buffer.from('PK\x01\x02\x14\0'), facts, place, path);
    offset += 30 + path.length + data.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(members.size, 8);
  end.writeUInt16LE(members.size, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, index, end]);
}
