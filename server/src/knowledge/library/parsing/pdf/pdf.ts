import { blocksOfParagraphs, type BlockDraft } from '../content/drafts.logic.ts';
import type { ParsedDocument } from '../content/shapes.logic.ts';
import { titleWorthKeeping } from '../content/titles.logic.ts';
import { draftsOfPage, sizesOf } from './page-drafts.logic.ts';
import { directionsOf } from './page-runs.logic.ts';
import { readPdf } from './pdf-file.ts';
import { withoutRunningHeads } from './running-heads.logic.ts';

/** Parses the visible content of a PDF file. Throws `Unreadable`. */
export async function parsePdf(bytes: Buffer): Promise<ParsedDocument> {
  const { title, pages } = await readPdf(bytes);
  const placed = pages.map((page) => ({ ...page, directions: directionsOf(page) }));
  const sizes = sizesOf(placed.flatMap(({ directions }) => directions.flatMap(({ runs }) => runs)));
  const drafts = placed.flatMap((page): BlockDraft[] => draftsOfPage(page, sizes));
  return {
    title: titleWorthKeeping(title),
    blocks: blocksOfParagraphs(withoutRunningHeads(drafts)),
    hidden: pages.map(({ hidden }) => hidden),
  };
}
