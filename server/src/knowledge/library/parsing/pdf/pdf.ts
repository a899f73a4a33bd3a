import { parseOffice, type OfficeError } from 'officeparser';
import { blocksOfParagraphs } from '../content/drafts.logic.ts';
import { Unreadable } from '../content/failure.logic.ts';
import { draftsOfPdf } from './pdf-blocks.logic.ts';
import { withoutRunningHeads } from './running-heads.logic.ts';
import type { ParsedDocument } from '../content/shapes.logic.ts';
import { titleWorthKeeping } from '../content/titles.logic.ts';
import { seenOnly } from './visible-pdf.ts';

/** Reads what is seen of a PDF file. Throws `Unreadable`. */
export async function parsePdf(bytes: Buffer): Promise<ParsedDocument> {
  const { result, hidden } = await seenOnly(() => treeOf(bytes));
  return {
    title: titleWorthKeeping(result.metadata.title),
    blocks: blocksOfParagraphs(withoutRunningHeads(draftsOfPdf(result.content))),
    hidden,
  };
}

const treeOf = (bytes: Buffer) =>
  parseOffice(bytes, {
    fileType: 'pdf',
    ocr: false,
    extractAttachments: false,
    ignoreComments: true,
    ignoreHeadersAndFooters: true,
    // We are the separate process already, and may not start another.
    pdfParserConfig: { separateProcess: false, extractTextColor: false, maxTextItems: 400_000 },
  }).catch((error: OfficeError) => {
    throw new Unreadable(failureOf(error));
  });

const encrypted = new Set(['PASSWORD_REQUIRED', 'PASSWORD_INCORRECT', 'DOCUMENT_DECRYPTION_FAILED']);
const oversized = new Set(['OUTPUT_TOO_LARGE', 'PDF_PROCESS_FAILED']);

function failureOf(error: OfficeError) {
  const code = error.officeIssue?.code ?? '';
  // pdf.js knows the passwords of Adobe's standard handler; what protects a file in another way it cannot open.
  if (encrypted.has(code) || /encryption method/i.test(error.message)) return 'encrypted';
  return oversized.has(code) ? 'too_large' : 'corrupt';
}
