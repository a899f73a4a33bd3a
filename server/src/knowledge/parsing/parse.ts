import { chunksOf, type ChunkDraft } from '../chunking/chunking.logic.ts';
import { decodeText } from './decode.logic.ts';
import { Unreadable } from './failure.logic.ts';
import type { Block, Format, ParsedDocument } from './shapes.logic.ts';

export interface ParseOrder {
  format: Format;
  /** The caller's title; null: the document's own, or else `fallbackTitle`. */
  title: string | null;
  fallbackTitle: string;
  language: string;
}

export interface Passages {
  title: string;
  chunks: ChunkDraft[];
}

/** Bytes to passages, in whichever process it runs: the sandboxed child, or ours for short texts. Throws `Unreadable`. */
export async function passagesOf(bytes: Buffer, order: ParseOrder): Promise<Passages> {
  const parsed = await parsedBy(order.format, bytes);
  const title = order.title ?? parsed.title ?? firstHeading(parsed.blocks) ?? order.fallbackTitle;
  const chunks = chunksOf(parsed.blocks, { title, language: order.language });
  if (!chunks.some((chunk) => /[\p{L}\p{N}]/u.test(chunk.text))) throw new Unreadable('empty_text');
  return { title: title.slice(0, 300), chunks };
}

// Imported when needed: a child that reads a PDF need not load the HTML parser first.
async function parsedBy(format: Format, bytes: Buffer): Promise<ParsedDocument> {
  switch (format) {
    case 'plain':
      return (await import('./plain.logic.ts')).parsePlain(textOf(bytes));
    case 'markdown':
      return (await import('./markdown.logic.ts')).parseMarkdown(textOf(bytes));
    case 'html':
      return (await import('./html.ts')).parseHtml(textOf(bytes));
    case 'pdf':
    case 'docx':
      return (await import('./office.ts')).parseOfficeFile(bytes, format);
  }
}

function textOf(bytes: Buffer): string {
  const text = decodeText(bytes);
  if (text === null) throw new Unreadable('corrupt');
  return text;
}

function firstHeading(blocks: readonly Block[]): string | null {
  const first = blocks[0];
  return first?.kind === 'heading' && first.level === 1 ? first.text : null;
}
