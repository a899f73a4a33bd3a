import { blocksOfParagraphs, type BlockDraft } from '../content/drafts.logic.ts';
import { Unreadable } from '../content/failure.logic.ts';
import { draftsOfOpenDocument } from './opendocument.logic.ts';
import { partOf, type Parts } from '../package/relations.logic.ts';
import type { ParsedDocument } from '../content/shapes.logic.ts';
import { draftsOfSlides } from './slides.logic.ts';
import { titleWorthKeeping } from '../content/titles.logic.ts';
import { visiblePackage, type PackageFormat } from './visible-package.ts';
import { draftsOfWord } from './word.logic.ts';
import { treeOf, within, wordsOf } from '../package/xml-tree.logic.ts';
import { guardZip } from '../package/zip-guard.ts';

const readers: Record<PackageFormat, (parts: Parts) => BlockDraft[]> = {
  docx: draftsOfWord,
  pptx: draftsOfSlides,
  odt: draftsOfOpenDocument,
};

/** Parses the visible content of a text or presentation. Throws `Unreadable`. */
export async function parseOfficeFile(bytes: Buffer, format: PackageFormat): Promise<ParsedDocument> {
  // An Office file with a password is a compound file that contains the encrypted package.
  if (bytes.subarray(0, 2).toString('latin1') !== 'PK') throw new Unreadable('encrypted');
  await guardZip(bytes);
  const { parts, hidden } = await visiblePackage(bytes, format);
  return { title: titleOf(parts), blocks: blocksOfParagraphs(readers[format](parts)), hidden };
}

function titleOf(parts: Parts): string | null {
  const about = parts.get(partOf(parts, '', 'core-properties') ?? 'meta.xml') ?? '';
  const title = [...within(treeOf(about))].find(({ name }) => name === 'title');
  return titleWorthKeeping(title && wordsOf(title));
}
