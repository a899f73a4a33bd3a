import { clean, placed } from './drafts.logic.ts';
import { Unreadable } from './failure.logic.ts';
import type { ParsedDocument } from './shapes.logic.ts';
import { draftsOfSheet } from './sheet.logic.ts';
import { numberFormats, sharedTexts, workbookOf } from './workbook.logic.ts';
import { guardZip } from './zip-guard.ts';
import { partsOf } from './zip-members.ts';

/**
 * Reads what a workbook shows: its visible sheets, with numbers and dates in the formats of their cells. officeparser gives
 * neither formats nor what is hidden, so the parts are read here. Throws `Unreadable`.
 */
export async function parseWorkbook(bytes: Buffer): Promise<ParsedDocument> {
  // A workbook with a password is a compound file around the encrypted package.
  if (bytes.subarray(0, 2).toString('latin1') !== 'PK') throw new Unreadable('encrypted');
  await guardZip(bytes);
  const parts = await partsOf(bytes, read);
  const main = parts.get('xl/workbook.xml');
  const relations = parts.get('xl/_rels/workbook.xml.rels');
  if (main === undefined || relations === undefined) throw new Unreadable('corrupt');
  const { sheets, from1904 } = workbookOf(main, relations);
  const context = {
    texts: sharedTexts(parts.get('xl/sharedStrings.xml') ?? ''),
    formats: numberFormats(parts.get('xl/styles.xml') ?? ''),
    from1904,
  };
  const drafts = sheets.flatMap(({ name, path }) => draftsOfSheet(clean(name), parts.get(path) ?? '', context));
  return { title: null, blocks: placed(drafts) };
}

const read = /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|styles\.xml|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/;
