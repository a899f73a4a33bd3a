import { decodeText } from './content/decode.logic.ts';
import { mediaTypes } from './media-types.logic.ts';
import type { Format } from './content/shapes.logic.ts';
import { looksLikeMail, textFormat } from './text-format.logic.ts';

export interface DetectedType {
  format: Format;
  mediaType: string;
}

/**
 * Detects the type of a file from its bytes. The name only decides ambiguous cases: Markdown or plain text, a CSV file with one
 * column, and the format of an encrypted or truncated package. Returns null if the type is not supported.
 */
export async function detectType(bytes: Uint8Array, fileName: string): Promise<DetectedType | null> {
  const format = (await binaryFormat(bytes, fileName)) ?? formatOfText(bytes, fileName);
  return format && { format, mediaType: mediaTypes[format] };
}

type Package = Extract<Format, 'docx' | 'pptx' | 'xlsx' | 'odt'>;
const packages: readonly Package[] = ['docx', 'pptx', 'xlsx', 'odt'];

async function binaryFormat(bytes: Uint8Array, fileName: string): Promise<Format | null> {
  // Readers accept a PDF header within the first kilobyte.
  if (Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) return 'pdf';
  // Import the detector with the first upload, not at start-up.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const known = packages.find((each) => each === found?.ext);
  if (known) return known;
  const named = packages.find((each) => fileName.toLowerCase().endsWith(`.${each}`));
  // Accept an Office file with a password (an encrypted package in a container), so that the document can report this error.
  if (found?.ext === 'cfb' && includes(bytes, Buffer.from('EncryptedPackage', 'utf16le'))) return named ?? 'docx';
  // Accept a truncated zip by its name (its directory is missing), so that the document can report this error.
  const isTruncated =
    includes(bytes.subarray(0, 4), Buffer.from('PK\x03\x04')) && !includes(bytes, Buffer.from('PK\x05\x06'));
  return isTruncated && named ? named : null;
}

const includes = (bytes: Uint8Array, wanted: Buffer) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(wanted);

function formatOfText(bytes: Uint8Array, fileName: string): Format | null {
  // Recognise mail before plain text, because its parts may have different encodings.
  if (looksLikeMail(Buffer.from(bytes.subarray(0, 65_536)).toString('latin1'), fileName)) return 'eml';
  const text = decodeText(bytes);
  return text === null ? null : textFormat(text, fileName);
}
