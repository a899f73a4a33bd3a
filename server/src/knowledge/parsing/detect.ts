import { fileTypeFromBuffer } from 'file-type';
import { decodeText } from './decode.logic.ts';
import type { Format } from './shapes.logic.ts';

export interface DetectedType {
  format: Format;
  mediaType: string;
}

export const mediaTypes: Record<Format, string> = {
  plain: 'text/plain',
  markdown: 'text/markdown',
  html: 'text/html',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/**
 * What a file is, by its bytes. The name only tells Markdown from plain text, and text that means something else (a table,
 * a mail) from prose: those are read in a form of their own or not at all. Null: nothing that we can read.
 */
export async function detectType(bytes: Uint8Array, fileName: string): Promise<DetectedType | null> {
  const format = (await binaryFormat(bytes)) ?? textFormat(bytes, fileName);
  return format && { format, mediaType: mediaTypes[format] };
}

async function binaryFormat(bytes: Uint8Array): Promise<Format | null> {
  // Readers accept a PDF header within the first kilobyte.
  if (Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) return 'pdf';
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found?.ext === 'docx') return 'docx';
  // A Word file with a password is a container around the encrypted package: accepted, so that the document can say so.
  if (found?.ext === 'cfb' && Buffer.from(bytes).includes(Buffer.from('EncryptedPackage', 'utf16le'))) return 'docx';
  return null;
}

const otherText = /\.(?:csv|tsv|json|jsonl|xml|eml|rtf|ya?ml|svg)$/i;
const markdownName = /\.(?:md|markdown|mdown|mkd)$/i;
const htmlStart =
  /^\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)?<(?:!doctype\s+html|html|head|body)\b/i;

function textFormat(bytes: Uint8Array, fileName: string): Format | null {
  const text = decodeText(bytes);
  if (text === null) return null;
  if (htmlStart.test(text.slice(0, 4096)) || /\.html?$/i.test(fileName)) return 'html';
  if (otherText.test(fileName) || /^\s*<\?xml|^\{\\rtf/.test(text.slice(0, 200)) || isJson(text)) return null;
  return markdownName.test(fileName) ? 'markdown' : 'plain';
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text.slice(0, 200))) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
