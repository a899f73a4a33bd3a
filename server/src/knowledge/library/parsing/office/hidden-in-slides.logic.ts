import { alike } from '../content/css.logic.ts';
import { drawnColours, fillOf, type DrawnColours } from './drawn-colours.logic.ts';
import { partOf, type Parts } from '../package/relations.logic.ts';
import type { Cut } from './visible-package.logic.ts';
import { around, at, treeOf, valueAt, within, without, wordsOf, type XmlElement } from '../package/xml-tree.logic.ts';

/**
 * Finds the invisible content of a presentation: hidden slides and shapes, shapes outside the slide, tiny or white text, comments, and
 * the notes, which only the speaker reads (ECMA-376 part 1, §19.3).
 */
export function hiddenInSlides(parts: Parts): Cut {
  const size = at(treeOf(parts.get('ppt/presentation.xml') ?? ''), 'presentation', 'sldSz')?.attributes;
  const room = { width: Number(size?.get('cx') ?? 9_144_000), height: Number(size?.get('cy') ?? 6_858_000) };
  const cut: Cut = { shown: new Map(), hidden: [] };
  for (const [name, source] of parts) {
    if (/^ppt\/(?:comments|notesSlides)\/[^/]+\.xml$/.test(name)) cut.hidden.push(wordsOf(treeOf(source)));
    if (!/^ppt\/slides\/[^/]+\.xml$/.test(name)) continue;
    const hidden = hiddenElements(slideOf(parts, name, source), room);
    cut.hidden.push(hidden.map(wordsOf).join(' '));
    if (hidden.length > 0) cut.shown.set(name, without(source, hidden));
  }
  return cut;
}

interface DrawnSlide {
  tree: XmlElement;
  colours: DrawnColours;
  /** The background; null if it is a picture or an unknown colour. */
  paper: string | null;
}

function slideOf(parts: Parts, name: string, source: string): DrawnSlide {
  const layout = partOf(parts, name, 'slideLayout') ?? '';
  const master = partOf(parts, layout, 'slideMaster') ?? '';
  const theme = partOf(parts, master, 'theme') ?? '';
  const [tree, ...below] = [source, parts.get(layout) ?? '', parts.get(master) ?? ''].map(treeOf) as [
    XmlElement,
    XmlElement,
    XmlElement,
  ];
  const colours = drawnColours(below[1], treeOf(parts.get(theme) ?? ''));
  const ground = [tree, ...below].map((each) => at(each.children[0], 'cSld', 'bg')).find((each) => each !== undefined);
  // A shape of the layout or master may lie behind the text.
  const drawn = below.some((each) => [...within(each)].some((shape) => !isPlaceholder(shape) && isFilled(shape)));
  return { tree, colours, paper: drawn ? null : groundOf(ground, colours) };
}

function groundOf(ground: XmlElement | undefined, colours: DrawnColours): string | null {
  if (!ground) return '#ffffff';
  const reference = at(ground, 'bgRef');
  // The first fill in a theme's list is a plain colour (§20.1.4.1.7).
  if (reference) return reference.attributes.get('idx') === '1001' ? colours(reference.children[0]) : null;
  return fillOf(at(ground, 'bgPr'), colours) ?? null;
}

function hiddenElements(slide: DrawnSlide, room: { width: number; height: number }): XmlElement[] {
  const root = slide.tree.children.find(({ name }) => name === 'sld');
  // Keep the empty slide, so that later slides keep their numbers.
  if (['0', 'false'].includes(root?.attributes.get('show') ?? '')) return at(root, 'cSld')?.children ?? [];
  return [...within(slide.tree)].filter((each) => {
    if (shapes.has(each.name)) return isMarkedHidden(each) || isOffSlide(each, room);
    return (each.name === 'r' || each.name === 'fld') && isUnreadable(each, slide);
  });
}

const shapes = new Set(['sp', 'pic', 'graphicFrame', 'cxnSp', 'grpSp']);
const readable = 300;

const isMarkedHidden = (shape: XmlElement) =>
  shape.children.some((each) => ['1', 'true'].includes(valueAt(each, ['cNvPr'], 'hidden') ?? ''));

const isPlaceholder = (shape: XmlElement) => shape.children.some((each) => at(each, 'nvPr', 'ph') !== undefined);

/** Left, top, right and bottom on the slide; null if the layout defines them. */
function placeOf(shape: XmlElement): [number, number, number, number] | null {
  const transform = at(shape, 'spPr', 'xfrm') ?? at(shape, 'grpSpPr', 'xfrm') ?? at(shape, 'xfrm');
  if (!transform) return null;
  const pair = (name: string, one: string, other: string) =>
    [one, other].map((each) => Number(valueAt(transform, [name], each))) as [number, number];
  const [x, y] = pair('off', 'x', 'y');
  const [width, height] = pair('ext', 'cx', 'cy');
  return [x, y, x + width, y + height];
}

function isOffSlide(shape: XmlElement, room: { width: number; height: number }): boolean {
  // The shapes in a group have the group's own coordinates.
  const place = around(shape, 'grpSp') ? null : placeOf(shape);
  if (!place) return false;
  const [left, top, right, bottom] = place;
  return right <= 0 || bottom <= 0 || left >= room.width || top >= room.height;
}

function isUnreadable(run: XmlElement, { colours, paper }: DrawnSlide): boolean {
  const properties = at(run, 'rPr');
  const listed = at(
    around(run, 'txBody'),
    'lstStyle',
    `lvl${Number(valueAt(around(run, 'p'), ['pPr'], 'lvl') ?? 0) + 1}pPr`,
    'defRPr',
  );
  const size = properties?.attributes.get('sz') ?? listed?.attributes.get('sz');
  if (size !== undefined && Number(size) < readable) return true;
  const colour = fillOf(properties, colours) ?? fillOf(listed, colours);
  if (!colour) return colour === '';
  const behind = behindOf(run, colours, paper);
  return behind !== null && alike(colour, behind);
}

function behindOf(run: XmlElement, colours: DrawnColours, paper: string | null): string | null {
  const cell = around(run, 'tc');
  const ofCell = fillOf(at(cell, 'tcPr'), colours);
  if (ofCell !== undefined) return ofCell || paper;
  if (cell && at(around(cell, 'tbl'), 'tblPr', 'tableStyleId')) return null;
  const shape = around(run, 'sp');
  const own = fillOf(at(shape, 'spPr'), colours);
  if (own) return own;
  if (own === null || (own === undefined && isStyled(shape))) return null;
  const tree = around(run, 'spTree');
  const others = tree ? [...within(tree)].filter((each) => each !== shape && isFilled(each)) : [];
  return others.some((each) => overlaps(each, shape)) ? null : paper;
}

const isStyled = (shape: XmlElement | undefined) =>
  !['0', undefined].includes(valueAt(shape, ['style', 'fillRef'], 'idx'));

function isFilled(shape: XmlElement): boolean {
  if (shape.name === 'pic' || shape.name === 'graphicFrame') return true;
  if (shape.name !== 'sp') return false;
  const fills = at(shape, 'spPr')?.children.filter(({ name }) => name.endsWith('Fill')) ?? [];
  return fills.length > 0 ? fills.some(({ name }) => name !== 'noFill') : isStyled(shape);
}

function overlaps(one: XmlElement, other: XmlElement | undefined): boolean {
  const [first, second] = [placeOf(one), other ? placeOf(other) : null];
  if (!first || !second || around(one, 'grpSp') || around(other ?? one, 'grpSp')) return true;
  return first[0] < second[2] && second[0] < first[2] && first[1] < second[3] && second[1] < first[3];
}
