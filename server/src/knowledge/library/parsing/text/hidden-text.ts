import { alike, colourOf, declarationsIn, hides, rulesIn, type Style } from '../content/css.logic.ts';

/** The members of linkedom's elements that this file uses; linkedom has no types. */
interface PageElement {
  readonly localName: string;
  readonly textContent: string | null;
  readonly parentElement: PageElement | null;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  remove(): void;
}
interface Tree {
  readonly nodeType: number;
  readonly textContent: string | null;
  readonly childNodes: Iterable<Tree>;
}
interface PageTree extends Tree {
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

/** Elements that browsers do not show or read out. */
const notShown = 'template, noscript, [hidden], [aria-hidden=true]';
const mostRules = 500;
const mostText = 200_000;

/**
 * Removes the elements that a visitor of the page does not see, and returns their text: hidden text can smuggle instructions into a
 * knowledge base. Reads styles from the page itself, and never fetches any.
 */
export function takeHidden(document: PageTree): string[] {
  const words = [...commentsOf(document), ...describedOf(document)];
  const styles = stylesOf(document);
  const page = { styles, foreign: hasForeignStyles(document) };
  const hidden = new Set<PageElement>(document.querySelectorAll(notShown));
  for (const [element, style] of styles) if (hides(style) || isInvisible(element, page)) hidden.add(element);
  for (const element of hidden) {
    // Keep the body: a script may fade it in, and without it no text would be left.
    if (element.localName === 'body' || element.localName === 'html') continue;
    words.push(element.textContent ?? '');
    element.remove();
  }
  return words.map((text) => text.replace(/\s+/g, ' ').trim().slice(0, mostText)).filter((text) => text !== '');
}

const commentNode = 8;

function commentsOf(document: PageTree): string[] {
  const found: string[] = [];
  const left: Tree[] = [document];
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.nodeType === commentNode) found.push(node.textContent ?? '');
    left.push(...node.childNodes);
  }
  return found;
}

// Pictures are removed, so their descriptions are hidden text too.
const describedOf = (document: PageTree): string[] =>
  [...document.querySelectorAll('[alt], [title], meta[content]')].flatMap((element) =>
    ['alt', 'title', 'content'].map((name) => element.getAttribute(name) ?? ''),
  );

/** The style of every styled element, in page order. */
function stylesOf(document: PageTree): Map<PageElement, Style> {
  const styles = new Map<PageElement, Style>();
  const add = (element: PageElement, style: Style) => {
    const known = styles.get(element) ?? new Map<string, string>();
    for (const [name, value] of style) known.set(name, value);
    styles.set(element, known);
  };
  const sheets = [...document.querySelectorAll('style')].map((sheet) => sheet.textContent ?? '').join('\n');
  for (const { selector, style } of rulesIn(sheets, mostRules).filter((rule) => isTelling(rule.style)))
    for (const element of matching(document, selector)) add(element, style);
  for (const element of document.querySelectorAll('font[color], [bgcolor]')) {
    const colour = element.localName === 'font' ? element.getAttribute('color') : null;
    const background = element.getAttribute('bgcolor');
    add(element, declarationsIn(`${colour ? `color:${colour};` : ''}${background ? `background:${background}` : ''}`));
  }
  for (const element of document.querySelectorAll('[style]'))
    add(element, declarationsIn(element.getAttribute('style') ?? ''));
  return styles;
}

const telling = new RegExp(
  String.raw`^(?:display|visibility|content-visibility|opacity|transform|clip|clip-path|overflow|overflow-y|` +
    String.raw`(?:max-)?(?:height|width)|font-size|text-indent|position|left|top|right|color|background|background-color|` +
    String.raw`(?:-webkit-)?background-clip)$`,
);
const isTelling = (style: Style) => [...style.keys()].some((name) => telling.test(name));

// Skips selectors that linkedom does not support or that depend on the visitor's actions.
function matching(document: PageTree, selector: string): PageElement[] {
  if (/:(?!root|first-child|last-child|nth-child|not)/.test(selector)) return [];
  try {
    return [...document.querySelectorAll(selector)];
  } catch {
    return [];
  }
}

/** The styles that the page itself contains. */
interface PageStyles {
  styles: ReadonlyMap<PageElement, Style>;
  /** True if classes may have styles that are not in the page. */
  foreign: boolean;
}

const hasForeignStyles = (document: PageTree) =>
  document.querySelector('link[rel~=stylesheet]') !== null || document.querySelector('style') === null;

/** Whether the text has the colour of its background, or none. */
function isInvisible(element: PageElement, page: PageStyles): boolean {
  const style = page.styles.get(element);
  const colour = colourOf(style?.get('color') ?? '');
  if (colour === null) return false;
  const filled = style?.get('background-clip') ?? style?.get('-webkit-background-clip');
  if (colour === 'transparent') return filled !== 'text';
  const behind = backgroundOf(element, page);
  return behind !== null && alike(colour, behind);
}

// Returns white by default; null if the background is a picture or may come from a style sheet outside the page.
function backgroundOf(element: PageElement, { styles, foreign }: PageStyles): string | null {
  for (let each: PageElement | null = element; each; each = each.parentElement) {
    const style = styles.get(each);
    const declared = style?.get('background-color') ?? style?.get('background');
    const colour = declared === undefined ? 'transparent' : colourOf(declared);
    if (colour !== 'transparent') return colour;
    if (foreign && (each.hasAttribute('class') || each.hasAttribute('id'))) return null;
  }
  return '#ffffff';
}
