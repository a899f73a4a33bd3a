import { decodeText } from '../content/decode.logic.ts';
import { Unreadable } from '../content/failure.logic.ts';
import { hiddenInOpenDocument } from './hidden-in-opendocument.logic.ts';
import { hiddenInSlides } from './hidden-in-slides.logic.ts';
import { hiddenInWord } from './hidden-in-word.logic.ts';
import type { Cut } from './visible-package.logic.ts';
import { entriesOf, memberBytes, openZip } from '../package/zip-members.ts';

interface Visible {
  parts: Map<string, string>;
  hidden: string[];
}

export type PackageFormat = 'docx' | 'pptx' | 'odt';

const cuts: Record<PackageFormat, (parts: ReadonlyMap<string, string>) => Cut> = {
  docx: hiddenInWord,
  pptx: hiddenInSlides,
  odt: hiddenInOpenDocument,
};

/**
 * Reads the parts of a package by name, with only the visible content, and the hidden text. Of two parts with the same name, the
 * last one counts. Throws `Unreadable`.
 */
export async function visiblePackage(bytes: Buffer, format: PackageFormat): Promise<Visible> {
  const parts = new Map<string, string>();
  const zip = await openZip(bytes);
  for await (const entry of entriesOf(zip)) {
    if (!markup.test(entry.fileName)) continue;
    const member = await memberBytes(zip, entry);
    if (entry.fileName === 'META-INF/manifest.xml' && member.includes('encryption-data'))
      throw new Unreadable('encrypted');
    parts.set(entry.fileName, textOf(member));
  }
  const { shown, hidden } = cuts[format](parts);
  for (const [name, part] of shown) parts.set(name, part);
  return { parts, hidden };
}

const markup = /\.(?:xml|rels)$/i;

// Removes the XML declaration, which may name another encoding.
function textOf(part: Buffer): string {
  const text = decodeText(part);
  if (text === null) throw new Unreadable('corrupt');
  return text.replace(/^\s*<\?xml[^>]*\?>/, '');
}
