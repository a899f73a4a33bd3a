import { diagramDrafts } from './diagrams.logic.ts';
import { clean, headingDraft, proseDraft, type BlockDraft } from '../content/drafts.logic.ts';
import { Unreadable } from '../content/failure.logic.ts';
import { gridOf } from '../content/grid.logic.ts';
import { partOf, relationsOf, type Parts, type Relation } from '../package/relations.logic.ts';
import { tableDrafts } from '../content/tables.logic.ts';
import { at, chosen, inside, treeOf, valueAt, type XmlElement } from '../package/xml-tree.logic.ts';

interface SlideFile {
  number: number;
  parts: Parts;
  relations: Relation[];
}

/** Parses a presentation: a section for each slide, in order, with the slide number as page. Throws `Unreadable`. */
export function draftsOfSlides(parts: Parts): BlockDraft[] {
  const main = partOf(parts, '', 'officeDocument') ?? 'ppt/presentation.xml';
  const source = parts.get(main);
  if (source === undefined) throw new Unreadable('corrupt');
  const targets = new Map(relationsOf(parts, main).map(({ id, target }) => [id, target]));
  const shown = at(treeOf(source), 'presentation', 'sldIdLst')?.children.filter(({ name }) => name === 'sldId') ?? [];
  return shown.flatMap((each, at) => {
    const name = targets.get(each.attributes.get('id') ?? '') ?? '';
    return draftsOfSlide(treeOf(parts.get(name) ?? ''), { number: at + 1, parts, relations: relationsOf(parts, name) });
  });
}

function draftsOfSlide(tree: XmlElement, slide: SlideFile): BlockDraft[] {
  const shapes = shapesIn(at(tree, 'sld', 'cSld', 'spTree'));
  const title = shapes.filter((shape) => titles.has(placeOf(shape)));
  const others = shapes.filter((shape) => !titles.has(placeOf(shape)) && !margins.has(placeOf(shape)));
  const heading = title
    .map((shape) =>
      clean(
        linesOf(shape)
          .map(({ text }) => text)
          .join(' '),
      ),
    )
    .filter((text) => text !== '');
  const drafts = others.flatMap((shape) => draftsOfShape(shape, slide));
  if (heading.length > 0) return [...heading.map((text) => headingDraft(text, 1, slide.number)), ...drafts];
  // Give an untitled slide a heading: otherwise it would continue the slide before it.
  return drafts.length === 0 ? [] : [headingDraft(`Slide ${slide.number}`, 1, slide.number), ...drafts];
}

const titles = new Set(['title', 'ctrTitle']);
/** Date, footer, header and slide number, which are not content. */
const margins = new Set(['dt', 'ftr', 'hdr', 'sldNum']);

const shapesIn = (tree: XmlElement | undefined): XmlElement[] =>
  tree ? chosen(tree).flatMap((each) => (each.name === 'grpSp' ? shapesIn(each) : [each])) : [];

const placeOf = (shape: XmlElement) => valueAt(shape, ['nvSpPr', 'nvPr', 'ph'], 'type') ?? '';

function draftsOfShape(shape: XmlElement, { number, parts, relations }: SlideFile): BlockDraft[] {
  if (shape.name !== 'graphicFrame') return draftsOfLines(linesOf(shape), number);
  const tables = inside(shape, 'tbl', 'txBody').flatMap((table) => tableDrafts(gridOf(rowsOf(table)), number));
  const diagrams = inside(shape, 'relIds', 'txBody').map((each) => each.attributes.get('dm'));
  return [
    ...tables,
    ...diagrams.flatMap((id) => {
      const target = relations.find((each) => each.id === id)?.target;
      return diagramDrafts(parts.get(target ?? ''), number);
    }),
  ];
}

const rowsOf = (table: XmlElement) =>
  inside(table, 'tr', 'tbl').map((row) =>
    row.children
      // Skip cells that another cell spans.
      .filter(({ name, attributes }) => name === 'tc' && !attributes.has('hMerge') && !attributes.has('vMerge'))
      .map((cell) => ({
        text: linesOf(cell)
          .map(({ text }) => text)
          .join('\n'),
        across: Number(cell.attributes.get('gridSpan') ?? 1),
        down: Number(cell.attributes.get('rowSpan') ?? 1),
      })),
  );

interface SlideLine {
  text: string;
  /** The depth of a list item; null for other lines. */
  depth: number | null;
  numbered: boolean;
}

/** The paragraphs of a shape or cell that contain text. */
function linesOf(shape: XmlElement): SlideLine[] {
  return inside(shape, 'p', 'tbl').flatMap((paragraph) => {
    const text = clean(wordsIn(paragraph));
    if (text === '') return [];
    const properties = at(paragraph, 'pPr');
    const marked = ['buChar', 'buBlip', 'buAutoNum'].find((name) => at(properties, name));
    const depth = Math.min(8, Number(properties?.attributes.get('lvl') ?? 0) || 0);
    return [{ text, depth: marked ? depth : null, numbered: marked === 'buAutoNum' }];
  });
}

const skipped = new Set(['pPr', 'rPr', 'endParaRPr']);

function wordsIn(element: XmlElement): string {
  return chosen(element)
    .map((each) => {
      if (each.name === 'br') return '\n';
      if (each.name === 'tab') return '\t';
      if (each.name === '#text') return element.name === 't' ? each.text : '';
      const isRead = !skipped.has(each.name) && each.attributes.get('type') !== 'slidenum';
      return isRead ? wordsIn(each) : '';
    })
    .join('');
}

function draftsOfLines(lines: readonly SlideLine[], page: number): BlockDraft[] {
  const counts: number[] = [];
  return lines.map(({ text, depth, numbered }) => {
    if (depth === null) return proseDraft(text, page);
    counts.length = Math.min(counts.length, depth + 1);
    counts[depth] = numbered ? (counts[depth] ?? 0) + 1 : 0;
    const mark = numbered ? `${counts[depth]}.` : '-';
    return { kind: 'list', level: 0, lines: [`${'  '.repeat(depth)}${mark} ${text}`], page };
  });
}
