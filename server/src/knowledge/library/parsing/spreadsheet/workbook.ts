import { cellStyles } from './cell-styles.logic.ts';
import { clean, placed } from '../content/drafts.logic.ts';
import { Unreadable } from '../content/failure.logic.ts';
import type { ParsedDocument } from '../content/shapes.logic.ts';
import { draftsOfSheet, noteSheet } from './sheet.ts';
import { sharedTexts, workbookOf } from './workbook.logic.ts';
import { guardZip } from '../package/zip-guard.ts';
import { treeOf, wordsOf } from '../package/xml-tree.logic.ts';
import { partsOf } from '../package/zip-members.ts';

/**
 * Parses the visible sheets of a workbook, with numbers and dates in the formats of their cells. Throws `Unreadable`.
 */
export async function parseWorkbook(bytes: Buffer): Promise<ParsedDocument> {
  // A workbook with a password is a compound file that contains the encrypted package.
  if (bytes.subarray(0, 2).toString('latin1') !== 'PK') throw new Unreadable('encrypted');
  await guardZip(bytes);
  const parts = await partsOf(bytes, read);
  if (!parts.has(main) || !parts.has('xl/_rels/workbook.xml.rels')) throw new Unreadable('corrupt');
  const { sheets, from1904 } = workbookOf(parts, main);
  const context = {
    texts: sharedTexts(parts.get('xl/sharedStrings.xml') ?? ''),
    styles: cellStyles(parts.get('xl/styles.xml') ?? ''),
    from1904,
    hidden: [...parts].filter(([path]) => commented.test(path)).map(([, part]) => wordsOf(treeOf(part))),
  };
  for (const { path, hidden } of sheets) if (hidden) noteSheet(parts.get(path) ?? '', context);
  const shown = sheets.filter(({ hidden }) => !hidden);
  const drafts = shown.flatMap(({ name, path }) => draftsOfSheet(clean(name), parts.get(path) ?? '', context));
  return { title: null, blocks: placed(drafts), hidden: context.hidden };
}

const main = 'xl/workbook.xml';
const commented = /^xl\/(?:comments[^/]*|threadedComments\/[^/]+)\.xml$/;

const read = new RegExp(
  String.raw`^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|styles\.xml|sharedStrings\.xml|worksheets\/[^/]+\.xml|` +
    String.raw`comments[^/]*\.xml|threadedComments\/[^/]+\.xml)$`,
);
