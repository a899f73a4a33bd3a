import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Unreadable } from '../content/failure.logic.ts';
import type { Box } from './pdf-canvas.logic.ts';
import { drawnTextOf, type Drawing, type DrawnText } from './pdf-visibility.logic.ts';
import type { StructureTag } from './tagged.logic.ts';
import { seenOf, type TextItem } from './visible-items.logic.ts';

/** The members of pdf.js that this file uses. The types of pdf.js itself need those of a browser. */
interface PdfJs {
  OPS: Record<string, number>;
  getDocument(source: Record<string, unknown>): { promise: Promise<PdfFile>; destroy(): Promise<void> };
}
interface PdfFile {
  numPages: number;
  getPage(number: number): Promise<PdfPage>;
  getMetadata(): Promise<{ info?: { Title?: unknown } }>;
  getMarkInfo(): Promise<{ Marked?: boolean; Suspects?: boolean } | null>;
  getOptionalContentConfig(): Promise<Layers>;
}
interface Layers {
  isVisible(layer: unknown): boolean;
}
interface Font {
  name?: string;
  black?: boolean;
  isType3Font?: boolean;
  fontMatrix?: number[];
}
interface PdfPage {
  view: Box;
  commonObjs: { has(font: string): boolean; get(font: string): Font };
  getOperatorList(): Promise<Drawing>;
  getTextContent(wishes: { includeMarkedContent: true }): Promise<{ items: TextItem[] }>;
  getStructTree(): Promise<StructureTag | null>;
  cleanup(): void;
}

/** The visible and hidden text of a page, and its tags. */
export interface PdfPageText {
  number: number;
  view: Box;
  items: TextItem[];
  hidden: string;
  tags: StructureTag | null;
  isBold: (font: string) => boolean;
}

export interface PdfText {
  title: string | undefined;
  pages: PdfPageText[];
}

/** The most pages that one document may have. */
const mostPages = 2000;
const mostItems = 1_000_000;

/** Reads a PDF file page by page. Skips pages that cannot be read. Throws `Unreadable`. */
export async function readPdf(bytes: Buffer): Promise<PdfText> {
  const pdfjs = await loadPdfJs();
  const opened = pdfjs.getDocument({
    data: Uint8Array.from(bytes),
    verbosity: 0,
    isEvalSupported: false,
    // Skip pictures: decoding them takes seconds, and no text is read from them.
    maxImageSize: 1,
    cMapUrl: `${join(home, 'cmaps')}/`,
    standardFontDataUrl: `${join(home, 'standard_fonts')}/`,
  });
  const file = await opened.promise.catch((error: unknown) => {
    throw new Unreadable(isLocked(error) ? 'encrypted' : 'corrupt');
  });
  if (file.numPages > mostPages) throw new Unreadable('too_large');
  const title = await file.getMetadata().then(({ info }) => info?.Title, noTitle);
  const pages = await readPages(pdfjs, file);
  await opened.destroy();
  return { title: typeof title === 'string' ? title : undefined, pages };
}

const noTitle = () => undefined;

const home = join(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs'))), '../..');

async function loadPdfJs(): Promise<PdfJs> {
  // pdf.js creates a DOMMatrix when it is loaded, but uses it only for drawing, which never happens here.
  if (!('DOMMatrix' in globalThis)) Object.assign(globalThis, { DOMMatrix: class DOMMatrix {} });
  return import('pdfjs-dist/legacy/build/pdf.mjs') as Promise<unknown> as Promise<PdfJs>;
}

// pdf.js supports passwords of Adobe's standard handler only, and fails with another error for other encryption.
const isLocked = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'PasswordException' || /encryption (?:method|algorithm)/i.test(error.message));

async function readPages(pdfjs: PdfJs, file: PdfFile): Promise<PdfPageText[]> {
  const layers = await file.getOptionalContentConfig();
  const marks = await file.getMarkInfo();
  const isTagged = marks?.Marked === true && !marks.Suspects;
  const operators = new Map(Object.entries(pdfjs.OPS).map(([name, number]) => [number, name]));
  const pages: PdfPageText[] = [];
  let items = 0;
  for (let number = 1; number <= file.numPages; number++) {
    const page = await readPage(file, number, { operators, layers, isTagged }).catch(notRead);
    if (page) pages.push(page);
    items += page?.items.length ?? 0;
    if (items > mostItems) throw new Unreadable('too_large');
  }
  if (pages.length === 0 && file.numPages > 0) throw new Unreadable('corrupt');
  return pages;
}

const notRead = () => null;

interface PdfReading {
  operators: ReadonlyMap<number, string>;
  layers: Layers;
  isTagged: boolean;
}

async function readPage(
  file: PdfFile,
  number: number,
  { operators, layers, isTagged }: PdfReading,
): Promise<PdfPageText> {
  const page = await file.getPage(number);
  // Get the operators first: pdf.js loads the fonts of a page only then.
  const drawing = await page.getOperatorList();
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const fontOf = (name: string): Font => (page.commonObjs.has(name) ? page.commonObjs.get(name) : {});
  const drawn = drawnTextOf(drawing, {
    view: page.view,
    operators,
    isOn: (layer) => layers.isVisible(layer),
    unitOf: (name) => (fontOf(name).isType3Font ? null : (fontOf(name).fontMatrix?.[0] ?? 0.001)),
  });
  const bold = new Map<string, boolean>();
  for (const item of items)
    if ('str' in item)
      bold.set(
        item.fontName,
        fontOf(item.fontName).black === true || /bold|black|heavy/i.test(fontOf(item.fontName).name ?? ''),
      );
  const read = {
    number,
    view: page.view,
    items: seenOf(items, drawn),
    hidden: joined(drawn),
    tags: isTagged ? await page.getStructTree() : null,
    isBold: (font: string) => bold.get(font) ?? false,
  };
  page.cleanup();
  return read;
}

function joined(drawn: readonly DrawnText[]): string {
  const pieces = drawn.filter(({ hidden }) => hidden).map(({ text }) => text);
  // Some programs place each letter separately.
  return pieces.join(pieces.every(({ length }) => length < 3) ? '' : ' ');
}
