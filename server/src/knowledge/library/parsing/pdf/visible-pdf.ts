import { createRequire } from 'node:module';
import { parseOffice } from 'officeparser';
import type { Box } from './pdf-canvas.logic.ts';
import { drawnTextOf, type Drawing, type DrawnText } from './pdf-visibility.logic.ts';

/** What we use of pdf.js, which officeparser brings along. */
interface PdfJs {
  OPS: Record<string, number>;
  getDocument(source: { data: Uint8Array; verbosity: number }): { promise: Promise<PdfFile>; destroy(): Promise<void> };
}
interface PdfFile {
  getPage(number: number): Promise<PdfPage>;
  getOptionalContentConfig(): Promise<Layers>;
}
interface Layers {
  isVisible(layer: unknown): boolean;
}
interface PdfPage {
  view: Box;
  commonObjs: { has(font: string): boolean; get(font: string): { isType3Font?: boolean; fontMatrix?: number[] } };
  getOperatorList(): Promise<Drawing>;
  streamTextContent(wishes: unknown): ReadableStream<TextContent>;
}
interface TextContent {
  items: (Marker | Item)[];
}
interface Marker {
  type: string;
}
interface Item {
  str: string;
  width: number;
  transform: [number, number, number, number, number, number];
}

/**
 * What comes of reading while every PDF's pages give only the text that their readers see, and what they do not see.
 * officeparser reads pages through pdf.js and cannot be told to leave words out, so pdf.js itself is changed for that long:
 * this is for a process that reads one document at a time.
 */
export async function seenOnly<T>(read: () => Promise<T>): Promise<{ result: T; hidden: string[] }> {
  const pdfjs = await loadPdfJs();
  const opened = pdfjs.getDocument({ data: Uint8Array.from(smallest), verbosity: 0 });
  const files: PdfFile = Object.getPrototypeOf(await opened.promise);
  const pages: PdfPage = Object.getPrototypeOf(await (await opened.promise).getPage(1));
  await opened.destroy();
  const hidden: string[] = [];
  const layers = new WeakMap<PdfPage, Layers>();
  const [originalPage, original] = [files.getPage, pages.streamTextContent];
  files.getPage = async function (number) {
    const page = await originalPage.call(this, number);
    layers.set(page, await this.getOptionalContentConfig());
    return page;
  };
  pages.streamTextContent = function (wishes) {
    const all = writtenBy(this, pdfjs, layers.get(this)).then((words) => {
      hidden.push(joined(words.filter((each) => each.hidden).map(({ text }) => text)));
      return words;
    });
    return original.call(this, wishes).pipeThrough(
      new TransformStream<TextContent, TextContent>({
        transform: async (part, stream) => stream.enqueue(visiblePart(part, await all)),
      }),
    );
  };
  try {
    return { result: await read(), hidden };
  } finally {
    files.getPage = originalPage;
    pages.streamTextContent = original;
  }
}

// officeparser loads pdf.js with what that misses outside of a browser; then the very same module is here.
async function loadPdfJs(): Promise<PdfJs> {
  await parseOffice(smallest, { fileType: 'pdf', pdfParserConfig: { separateProcess: false } });
  return import(createRequire(import.meta.resolve('officeparser')).resolve('pdfjs-dist/legacy/build/pdf.mjs'));
}

// The class of pages is not exported; any document shows it.
const smallest = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
);

// Some programs place each letter by itself.
const joined = (pieces: readonly string[]) => pieces.join(pieces.every(({ length }) => length < 3) ? '' : ' ');

async function writtenBy(page: PdfPage, { OPS }: PdfJs, layers: Layers | undefined): Promise<DrawnText[]> {
  const drawing = await page.getOperatorList();
  return drawnTextOf(drawing, {
    view: page.view,
    operators: new Map(Object.entries(OPS).map(([name, number]) => [number, name])),
    isOn: (layer) => layers?.isVisible(layer) ?? true,
    unitOf: (name) => {
      const font = page.commonObjs.has(name) ? page.commonObjs.get(name) : {};
      return font.isType3Font ? null : (font.fontMatrix?.[0] ?? 0.001);
    },
  });
}

function visiblePart(content: TextContent, all: readonly DrawnText[]): TextContent {
  if (!all.some((each) => each.hidden)) return content;
  return { ...content, items: content.items.flatMap((item): TextContent['items'] => visibleItem(item, all)) };
}

// pdf.js puts together what stands on one line, seen or not.
function visibleItem(item: Item | Marker, all: readonly DrawnText[]): TextContent['items'] {
  if (!('str' in item)) return [item];
  const own = all.filter((each) => each.text.trim() !== '' && startsIn(item, each));
  const lost = own.filter((each) => each.hidden);
  if (lost.length === 0) return [item];
  const seen = squashed(own.filter((each) => !each.hidden));
  const text = squashed([{ text: item.str }]);
  if (seen.includes(text)) return [item];
  if (squashed(lost).includes(text)) return [];
  const left = lost.reduce((rest, { text: word }) => rest.replace(word.normalize('NFKC').trim(), ' '), item.str);
  // What cannot be told apart is not said: rather a line too few than an order to a machine.
  return left === item.str ? [] : [{ ...item, str: left }];
}

function startsIn({ transform: [a, b, c, d, e, f], width }: Item, { x, y }: DrawnText): boolean {
  const length = Math.hypot(a, b) || 1;
  const along = ((x - e) * a + (y - f) * b) / length;
  const across = Math.abs((x - e) * b - (y - f) * a) / length;
  return along >= -1 && along <= width + 1 && across <= Math.hypot(c, d) / 2 + 1;
}

const squashed = (words: readonly { text: string }[]) =>
  words
    .map(({ text }) => text)
    .join('')
    .normalize('NFKC')
    .replace(/\s+/g, '');
