import { parseOffice, type OfficeError } from 'officeparser';
import { Unreadable } from './failure.logic.ts';
import { blocksOfOffice } from './office-blocks.logic.ts';
import type { Format, ParsedDocument } from './shapes.logic.ts';
import { visiblePackage, type PackageFormat } from './visible-package.ts';
import { seenOnly } from './visible-pdf.ts';
import { guardZip } from './zip-guard.ts';

export type OfficeFormat = Extract<Format, 'pdf' | 'docx' | 'pptx' | 'odt'>;

/** Reads what is seen of a text, a presentation or a PDF file. Throws `Unreadable`. */
export async function parseOfficeFile(bytes: Buffer, format: OfficeFormat): Promise<ParsedDocument> {
  const { result, hidden } =
    format === 'pdf' ? await seenOnly(() => treeOf(bytes, format)) : await seenIn(bytes, format);
  return { title: result.metadata.title?.trim() || null, blocks: blocksOfOffice(result.content), hidden };
}

async function seenIn(bytes: Buffer, format: PackageFormat) {
  await guardZip(bytes);
  const { visible, hidden } = await visiblePackage(bytes, format);
  return { result: await treeOf(visible, format), hidden };
}

const treeOf = (bytes: Buffer, format: OfficeFormat) =>
  parseOffice(bytes, {
    fileType: format,
    ocr: false,
    extractAttachments: false,
    ignoreComments: true,
    // What only the speaker reads.
    ignoreNotes: format === 'pptx',
    ignoreHeadersAndFooters: true,
    decompressionLimits: { maxUncompressedBytes: 256 * 1024 * 1024, maxZipEntries: 2000 },
    // We are the separate process already, and may not start another.
    ...(format === 'pdf'
      ? { pdfParserConfig: { separateProcess: false, extractTextColor: false, maxTextItems: 400_000 } }
      : {}),
  }).catch((error: OfficeError) => {
    throw new Unreadable(failureOf(error));
  });

const encrypted = new Set(['PASSWORD_REQUIRED', 'PASSWORD_INCORRECT', 'DOCUMENT_DECRYPTION_FAILED']);
const oversized = new Set([
  'ZIP_ENTRY_COUNT_LIMIT_EXCEEDED',
  'ZIP_SIZE_LIMIT_EXCEEDED',
  'XML_ELEMENT_LIMIT_EXCEEDED',
  'OUTPUT_TOO_LARGE',
  'PDF_PROCESS_FAILED',
]);

function failureOf(error: OfficeError) {
  const code = error.officeIssue?.code ?? '';
  if (encrypted.has(code)) return 'encrypted';
  return oversized.has(code) ? 'too_large' : 'corrupt';
}
