import { clean, headingDraft, proseDraft, type BlockDraft } from '../content/drafts.logic.ts';
import { Unreadable } from '../content/failure.logic.ts';
import { gridOf, type GridCell } from '../content/grid.logic.ts';
import { openStyles, type OpenStyles } from './opendocument-styles.logic.ts';
import type { Parts } from '../package/relations.logic.ts';
import { tableDrafts } from '../content/tables.logic.ts';
import { at, inside, treeOf, type XmlElement } from '../package/xml-tree.logic.ts';

/**
 * Parses an OpenDocument text (OpenDocument 1.3 part 3): paragraphs in order, each followed by its notes and boxes. A nested table
 * becomes text of its cell. Throws `Unreadable`.
 */
export function draftsOfOpenDocument(parts: Parts): BlockDraft[] {
  const content = treeOf(parts.get('content.xml') ?? '');
  const body = at(content, 'document-content', 'body', 'text');
  if (!body) throw new Unreadable('corrupt');
  return draftsIn(body, openStyles(content, treeOf(parts.get('styles.xml') ?? '')));
}

const draftsIn = (container: XmlElement, styles: OpenStyles): BlockDraft[] =>
  container.children.flatMap((each) => draftsOf(each, styles));

function draftsOf(element: XmlElement, styles: OpenStyles): BlockDraft[] {
  switch (element.name) {
    case 'h':
    case 'p':
      return paragraphDrafts(element, styles);
    case 'list':
      return listDrafts(element, styles, { depth: 0, style: '' });
    case 'table':
      return tableOf(element, styles);
    default:
      return draftsIn(element, styles);
  }
}

function paragraphDrafts(paragraph: XmlElement, styles: OpenStyles): BlockDraft[] {
  const { text: words, aside } = wordsOfParagraph(paragraph);
  const text = clean(words);
  const beside = aside.flatMap((each) => draftsIn(each, styles));
  if (text === '') return beside;
  const level = styles.levelOf(paragraph);
  if (level !== null) return [headingDraft(text, level), ...beside];
  const question = text.endsWith('?') && !text.includes('\n') && styles.isBold(paragraph);
  return [proseDraft(question ? `**${text}**` : text), ...beside];
}

/** The text of a paragraph, and the notes and boxes in it, which have their own paragraphs. */
function wordsOfParagraph(paragraph: XmlElement): { text: string; aside: XmlElement[] } {
  const aside: XmlElement[] = [];
  const wordsIn = (element: XmlElement): string => element.children.map(wordsOf).join('');
  const wordsOf = (each: XmlElement): string => {
    const mark = marks[each.name];
    if (mark !== undefined) return mark;
    if (each.name === '#text') return each.text.replace(/\s+/g, ' ');
    if (each.name === 's') return ' '.repeat(Math.min(Math.max(1, Number(each.attributes.get('c') ?? 1) || 1), 100));
    if (skipped.has(each.name)) return '';
    if (each.name !== 'note-body' && each.name !== 'text-box') return wordsIn(each);
    aside.push(each);
    return '';
  };
  return { text: wordsIn(paragraph), aside };
}

const marks: Record<string, string | undefined> = { tab: '\t', 'line-break': '\n' };
/** Elements whose text is skipped: note numbers, phonetic readings of Japanese words, picture descriptions. */
const skipped = new Set(['note-citation', 'ruby-text', 'title', 'desc']);

interface ListPlace {
  depth: number;
  /** The style of the outer list, which nested lists inherit. */
  style: string;
}

function listDrafts(list: XmlElement, styles: OpenStyles, { depth, style: outer }: ListPlace): BlockDraft[] {
  const style = list.attributes.get('style-name') ?? outer;
  const numbered = styles.isNumbered(style, depth + 1);
  let number = 0;
  return list.children.flatMap((item) => {
    if (item.name !== 'list-item' && item.name !== 'list-header') return [];
    let first = true;
    return item.children.flatMap((each): BlockDraft[] => {
      if (each.name === 'list') return listDrafts(each, styles, { depth: depth + 1, style });
      return draftsOf(each, styles).map((draft) => {
        if (draft.kind !== 'prose' || !first || item.name === 'list-header') return draft;
        first = false;
        const mark = numbered ? `${++number}.` : '-';
        return {
          ...draft,
          kind: 'list',
          lines: [`${'  '.repeat(Math.min(depth, 8))}${mark} ${draft.lines.join('\n')}`],
        };
      });
    });
  });
}

function tableOf(table: XmlElement, styles: OpenStyles): BlockDraft[] {
  const rows = inside(table, 'table-row', 'table').map((row) =>
    row.children.filter(({ name }) => name === 'table-cell'),
  );
  // Read the cells of a layout table one after the other.
  const laysOut =
    rows.every((cells) => cells.length < 2) || rows.flat().some((cell) => inside(cell, 'h', 'table').length > 0);
  if (laysOut) return rows.flat().flatMap((cell) => draftsIn(cell, styles));
  return tableDrafts(gridOf(rows.map((cells) => cells.map((cell) => cellOf(cell, styles)))));
}

function cellOf(cell: XmlElement, styles: OpenStyles): GridCell {
  const span = (name: string) => Number(cell.attributes.get(name) ?? 1);
  return {
    text: textOf(cell, styles),
    across: Math.max(span('number-columns-spanned'), span('number-columns-repeated')),
    down: span('number-rows-spanned'),
  };
}

function textOf(cell: XmlElement, styles: OpenStyles): string {
  const lines = cell.children.flatMap((each) => {
    if (each.name !== 'table') return draftsOf(each, styles).flatMap((draft) => draft.lines);
    return inside(each, 'table-row', 'table').map((row) =>
      row.children
        .filter(({ name }) => name === 'table-cell')
        .map((inner) => textOf(inner, styles))
        .filter((text) => text !== '')
        .join(' · '),
    );
  });
  return lines.join('\n');
}
