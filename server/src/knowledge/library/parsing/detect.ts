import { decodeText } from './content/decode.logic.ts';
import { mediaTypes } from './media-types.logic.ts';
import type { Format } from './content/shapes.logic.ts';
import { looksLikeMail, textFormat } from './text-format.logic.ts';

export interface DetectedType {
  format: Format;
  mediaType: string;
}

/**
 * What a file is, by its bytes. The name only decides what bytes leave open: Markdown or plain text, a list of values with
 * one column, which program's file an encrypted or broken package was. Null: nothing that we can read.
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
  // Loaded with the first upload, not with the process.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const known = packages.find((each) => each === found?.ext);
  if (known) return known;
  const named = packages.find((each) => fileName.toLowerCase().endsWith(`.${each}`));
  // An Office file with a password is a container around the encrypted package: accepted, so that the document can say so.
  if (found?.ext === 'cfb' && includes(bytes, Buffer.from('EncryptedPackage', 'utf16le'))) return named ?? 'docx';
  // A zip that was cut off has no directory to tell what it is: accepted by name, so that the document can say so.
  const isCut =
    includes(bytes.subarray(0, 4), Buffer.from('PK\x03\x04')) && !includes(bytes, Buffer.from('PK\x05\x06'));
  return isCut && named ? named : null;
}

const includes = (bytes: Uint8Array, wanted: Buffer) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(wanted);

function formatOfText(bytes: Uint8Array, fileName: string): Format | null {
  // A mail may have parts in any encoding, so it is recognised before plain text is.
  if (looksLikeMail(Buffer.from(bytes.subarray(0, 65_536)).toString('latin1'), fileName)) return 'eml';
  const text = decodeText(bytes);
  return text === null ? null : textFormat(text, fileName);
}
