import { at, chosen, valueAt, type XmlElement } from '../package/xml-tree.logic.ts';

/** The text of a paragraph, and the elements anchored in it. */
export interface ParagraphText {
  text: string;
  /** True if the whole first line is bold: probably a heading without a heading style. */
  boldStart: boolean;
  /** Text boxes anchored in it, which have their own paragraphs. */
  boxes: XmlElement[];
  notes: { kind: 'footnote' | 'endnote'; id: string }[];
  /** The relation ids of its diagrams. */
  diagrams: string[];
}

/** Reads a paragraph of a Word document (ECMA-376 part 1, §17.3). */
export function wordsOfParagraph(paragraph: XmlElement): ParagraphText {
  const found: ParagraphText = { text: '', boldStart: false, boxes: [], notes: [], diagrams: [] };
  let plain = false;
  read(
    paragraph,
    (text, bold) => {
      if (!bold && text.trim() !== '' && !found.text.includes('\n')) plain = true;
      found.text += text;
    },
    found,
  );
  return { ...found, boldStart: !plain && found.text.trim() !== '' };
}

type Take = (text: string, bold: boolean) => void;

function read(element: XmlElement, take: Take, found: ParagraphText): void {
  for (const each of chosen(element)) {
    const mark = marks[each.name];
    if (mark !== undefined) take(mark, isBold(each.parent));
    else if (each.name === '#text') {
      if (element.name === 't') take(each.text, isBold(element.parent));
    } else if (each.name === 'txbxContent') found.boxes.push(each);
    else if (each.name === 'footnoteReference')
      found.notes.push({ kind: 'footnote', id: each.attributes.get('id') ?? '' });
    else if (each.name === 'endnoteReference')
      found.notes.push({ kind: 'endnote', id: each.attributes.get('id') ?? '' });
    else if (each.name === 'relIds') found.diagrams.push(each.attributes.get('dm') ?? '');
    else if (!skipped.has(each.name)) read(each, take, found);
  }
}

const marks: Record<string, string | undefined> = {
  tab: '\t',
  br: '\n',
  cr: '\n',
  noBreakHyphen: '-',
  softHyphen: '',
};

/** Elements to skip: properties (tab stops have the name of tabs) and phonetic readings of Japanese words. */
const skipped = new Set(['pPr', 'rPr', 'rt']);

function isBold(run: XmlElement | null): boolean {
  const bold = at(run ?? undefined, 'rPr', 'b');
  return bold !== undefined && !['0', 'false', 'off'].includes(valueAt(bold, []) ?? '');
}
