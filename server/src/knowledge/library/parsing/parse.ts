import { inOneLine } from '../../../platform/text/as-read.logic.ts';
import { chunksOf, type ChunkDraft } from './chunking/chunking.logic.ts';
import { suspiciousTextIn } from './content/hidden-instructions.logic.ts';
import { decodeText } from './content/decode.logic.ts';
import { Unreadable, type ParseFailure } from './content/failure.logic.ts';
import { titleWorthKeeping } from './content/titles.logic.ts';
import type { Block, Format, ParsedDocument } from './content/shapes.logic.ts';

export interface ParseOrder {
  format: Format;
  /** The caller's title. If null, the document's own title or else `fallbackTitle` is used. */
  title: string | null;
  fallbackTitle: string;
  language: string;
}

export interface Passages {
  title: string;
  chunks: ChunkDraft[];
  /** Hidden text that looks like instructions to an AI. */
  hiddenInstructions: string[];
}

export type ParseOutcome = { ok: true; passages: Passages } | { ok: false; failure: ParseFailure };

/** Parses bytes into passages. Runs in the sandboxed child, or in the main process for short texts. Throws `Unreadable`. */
export async function passagesOf(bytes: Buffer, order: ParseOrder): Promise<Passages> {
  const parsed = await parsedBy(order.format, bytes);
  const found = inOneLine(parsed.title ?? firstHeading(parsed.blocks) ?? '');
  const title = order.title ?? (found || order.fallbackTitle);
  const chunks = chunksOf(parsed.blocks, { title, language: order.language });
  if (!chunks.some((chunk) => /[\p{L}\p{N}]/u.test(chunk.text))) throw new Unreadable('empty_text');
  if (isTooMuch(chunks)) throw new Unreadable('too_large');
  return { title: title.slice(0, 300), chunks, hiddenInstructions: hiddenInstructionsIn(parsed.hidden ?? []) };
}

const maxHiddenInstructions = 5;
const longestQuote = 500;

function hiddenInstructionsIn(hidden: readonly string[]): string[] {
  const quotes = hidden.flatMap((text) => suspiciousTextIn(text)?.quote.trim().slice(0, longestQuote) ?? []);
  return [...new Set(quotes)].slice(0, maxHiddenInstructions);
}

const mostChunks = 50_000;
const mostText = 20 * 1024 * 1024;
const mostPages = 2000;

// The output of every file is bounded (docs/promises.md, uploads).
const isTooMuch = (chunks: readonly ChunkDraft[]) =>
  chunks.length > mostChunks ||
  chunks.reduce((sum, chunk) => sum + chunk.text.length, 0) > mostText ||
  chunks.some((chunk) => (chunk.page ?? 0) > mostPages);

// Import parsers on demand: a child that reads a PDF does not load the HTML parser.
async function parsedBy(format: Format, bytes: Buffer): Promise<ParsedDocument> {
  switch (format) {
    case 'plain':
      return (await import('./text/plain.logic.ts')).parsePlain(textOf(bytes));
    case 'markdown':
      return (await import('./text/markdown.logic.ts')).parseMarkdown(textOf(bytes));
    case 'html':
      return (await import('./text/html.ts')).parseHtml(textOf(bytes));
    case 'csv':
      return (await import('./text/csv.logic.ts')).parseCsv(textOf(bytes));
    case 'json':
      return (await import('./text/json.logic.ts')).parseJson(textOf(bytes));
    case 'eml':
      return (await import('./text/mail.ts')).parseMail(bytes);
    case 'xlsx':
      return (await import('./spreadsheet/workbook.ts')).parseWorkbook(bytes);
    case 'pdf':
      return (await import('./pdf/pdf.ts')).parsePdf(bytes);
    case 'docx':
    case 'pptx':
    case 'odt':
      return (await import('./office/office.ts')).parseOfficeFile(bytes, format);
  }
}

function textOf(bytes: Buffer): string {
  const text = decodeText(bytes);
  if (text === null) throw new Unreadable('corrupt');
  return text;
}

function firstHeading(blocks: readonly Block[]): string | null {
  const first = blocks[0];
  return first?.kind === 'heading' && first.level === 1 ? titleWorthKeeping(first.text) : null;
}
