import { clean, headingDraft, proseDraft, type BlockDraft } from '../content/drafts.logic.ts';
import { diagramDrafts } from './diagrams.logic.ts';
import { Unreadable } from '../content/failure.logic.ts';
import { gridOf, type GridCell } from '../content/grid.logic.ts';
import { partOf, relationsOf, type Parts } from '../package/relations.logic.ts';
import { tableDrafts } from '../content/tables.logic.ts';
import { wordNumbering, wordStyles, type WordStyles } from './word-styles.logic.ts';
import { wordsOfParagraph } from './word-text.logic.ts';
import { at, chosen, inside, treeOf, valueAt, type XmlElement } from '../package/xml-tree.logic.ts';

/** The parts of a document besides its body. */
interface Word {
  styles: WordStyles;
  mark: ReturnType<typeof wordNumbering>;
  notes: Record<'footnote' | 'endnote', ReadonlyMap<string, XmlElement>>;
  diagram(relation: string): BlockDraft[];
}

/**
 * Parses a Word document as if all of its changes were accepted: paragraphs in order, each followed by its notes and boxes. A nested
 * table becomes text of its cell. Throws `Unreadable`.
 */
export function draftsOfWord(parts: Parts): BlockDraft[] {
  const main = partOf(parts, '', 'officeDocument') ?? 'word/document.xml';
  const source = parts.get(main);
  const body = source === undefined ? undefined : at(treeOf(source), 'document', 'body');
  if (!body) throw new Unreadable('corrupt');
  const other = (kind: string) => {
    const name = partOf(parts, main, kind) ?? main.replace(/[^/]*$/, `${kind}.xml`);
    return treeOf(parts.get(name) ?? '');
  };
  const notesIn = (kind: string) =>
    new Map((other(kind).children[0]?.children ?? []).map((each) => [each.attributes.get('id') ?? '', each]));
  return draftsIn(body, {
    styles: wordStyles(other('styles')),
    mark: wordNumbering(other('numbering')),
    notes: { footnote: notesIn('footnotes'), endnote: notesIn('endnotes') },
    diagram: (id) => {
      const target = relationsOf(parts, main).find((each) => each.id === id)?.target;
      return diagramDrafts(parts.get(target ?? ''), null);
    },
  });
}

function draftsIn(container: XmlElement, word: Word): BlockDraft[] {
  const drafts: BlockDraft[] = [];
  for (const each of chosen(container)) {
    for (const draft of draftsOf(each, word)) drafts.push(draft);
  }
  return drafts;
}

function draftsOf(element: XmlElement, word: Word): BlockDraft[] {
  if (element.name === 'p') return paragraphDrafts(element, word);
  if (element.name === 'tbl') return tableOf(element, word);
  return draftsIn(element, word);
}

function paragraphDrafts(paragraph: XmlElement, word: Word): BlockDraft[] {
  const words = wordsOfParagraph(paragraph);
  const text = clean(words.text);
  const beside = [
    ...words.boxes.flatMap((box) => draftsIn(box, word)),
    ...words.diagrams.flatMap((id) => word.diagram(id)),
    ...words.notes.flatMap(({ kind, id }) => {
      const note = word.notes[kind].get(id);
      return note ? draftsIn(note, word) : [];
    }),
  ];
  if (text === '') return beside;
  const level = word.styles.levelOf(paragraph);
  if (level !== null) return [headingDraft(text, level), ...beside];
  const list = word.styles.listOf(paragraph);
  if (!list) return [proseDraft(words.boldStart ? bolded(text) : text), ...beside];
  const line = `${'  '.repeat(list.depth)}${word.mark(list)} ${text}`;
  return [{ kind: 'list', level: 0, lines: [line], page: null }, ...beside];
}

/** Makes a bold question bold in Markdown, so that it becomes a heading. Ignores other bold text. */
function bolded(text: string): string {
  const [first = '', ...rest] = text.split('\n');
  return first.trimEnd().endsWith('?') ? [`**${first.trim()}**`, ...rest].join('\n') : text;
}

function tableOf(table: XmlElement, word: Word): BlockDraft[] {
  const rows = inside(table, 'tr', 'tbl').map((row) => inside(row, 'tc', 'tbl'));
  // Read the cells of a layout table one after the other.
  const laysOut = rows.every((cells) => cells.length < 2) || rows.flat().some((cell) => holdsHeading(cell, word));
  if (laysOut) return rows.flat().flatMap((cell) => draftsIn(cell, word));
  return tableDrafts(gridOf(rows.map((cells) => cells.map((cell) => cellOf(cell, word)))));
}

const holdsHeading = (cell: XmlElement, word: Word) =>
  inside(cell, 'p', 'tbl').some(
    (paragraph) => word.styles.levelOf(paragraph) !== null && clean(wordsOfParagraph(paragraph).text) !== '',
  );

function cellOf(cell: XmlElement, word: Word): GridCell {
  const properties = at(cell, 'tcPr');
  const merge = at(properties, 'vMerge');
  const continues = merge !== undefined && valueAt(merge, []) !== 'restart';
  return {
    text: continues ? null : textOf(cell, word),
    across: Number(valueAt(properties, ['gridSpan']) ?? 1),
    down: 1,
  };
}

function textOf(container: XmlElement, word: Word): string {
  const lines = chosen(container).map((each) => {
    if (each.name === 'tbl') return rowsAsText(each, word);
    if (each.name !== 'p') return textOf(each, word);
    return paragraphDrafts(each, word)
      .flatMap((draft) => draft.lines)
      .join('\n');
  });
  return lines.filter((line) => line !== '').join('\n');
}

const rowsAsText = (table: XmlElement, word: Word) =>
  inside(table, 'tr', 'tbl')
    .map((row) => inside(row, 'tc', 'tbl').map((cell) => textOf(cell, word)))
    .map((cells) => cells.filter((cell) => cell !== '').join(' · '))
    .join('\n');
