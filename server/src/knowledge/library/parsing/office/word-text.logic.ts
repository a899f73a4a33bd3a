import { at, chosen, valueAt, type XmlElement } from '../package/xml-tree.logic.ts';

/** What a paragraph says, and what hangs on it. */
export interface ParagraphText {
  text: string;
  /** The first line is bold from its first word to its last: a heading that its writer did not make one. */
  boldStart: boolean;
  /** The boxes beside it, with paragraphs of their own. */
  boxes: XmlElement[];
  notes: { kind: 'footnote' | 'endnote'; id: string }[];
  /** The relations of its diagrams. */
  diagrams: string[];
}

/** Reads a paragraph of a word processor (ECMA-376 part 1, §17.3). */
export function wordsOfParagraph(paragraph: XmlElement): ParagraphText {
  const said: ParagraphText = { text: '', boldStart: false, boxes: [], notes: [], diagrams: [] };
  let plain = false;
  read(
    paragraph,
    (text, bold) => {
      if (!bold && text.trim() !== '' && !said.text.includes('\n')) plain = true;
      said.text += text;
    },
    said,
  );
  return { ...said, boldStart: !plain && said.text.trim() !== '' };
}

type Take = (text: string, bold: boolean) => void;

function read(element: XmlElement, take: Take, said: ParagraphText): void {
  for (const each of chosen(element)) {
    const mark = marks[each.name];
    if (mark !== undefined) take(mark, isBold(each.parent));
    else if (each.name === '#text') {
      if (element.name === 't') take(each.text, isBold(element.parent));
    } else if (each.name === 'txbxContent') said.boxes.push(each);
    else if (each.name === 'footnoteReference')
      said.notes.push({ kind: 'footnote', id: each.attributes.get('id') ?? '' });
    else if (each.name === 'endnoteReference')
      said.notes.push({ kind: 'endnote', id: each.attributes.get('id') ?? '' });
    else if (each.name === 'relIds') said.diagrams.push(each.attributes.get('dm') ?? '');
    else if (!silent.has(each.name)) read(each, take, said);
  }
}

const marks: Record<string, string | undefined> = {
  tab: '\t',
  br: '\n',
  cr: '\n',
  noBreakHyphen: '-',
  softHyphen: '',
};

/** Properties (tab stops are named as tabs are), the reading above a Japanese word. */
const silent = new Set(['pPr', 'rPr', 'rt']);

function isBold(run: XmlElement | null): boolean {
  const bold = at(run ?? undefined, 'rPr', 'b');
  return bold !== undefined && !['0', 'false', 'off'].includes(valueAt(bold, []) ?? '');
}
