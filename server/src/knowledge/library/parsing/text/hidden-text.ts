import { alike, colourOf, declarationsIn, hides, rulesIn, type Style } from '../content/css.logic.ts';

/** What we use of linkedom's elements, which have no types of their own. */
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

/** What stands in a page and is not for reading. */
const unshown = 'template, noscript, [hidden], [aria-hidden=true]';
const mostRules = 500;
const mostText = 200_000;

/**
 * Takes away what a visitor of the page does not see, and returns its words: text that only a machine reads is how
 * instructions are smuggled into a knowledge base. Styles are read from the page itself, never fetched.
 */
export function takeHidden(document: PageTree): string[] {
  const words = [...commentsOf(document), ...describedOf(document)];
  const styles = stylesOf(document);
  const look = { styles, foreign: hasForeignStyles(document) };
  const hidden = new Set<PageElement>(document.querySelectorAll(unshown));
  for (const [element, style] of styles) if (hides(style) || isInvisible(element, look)) hidden.add(element);
  for (const element of hidden) {
    // The body itself may be faded in by a script; then everything would be gone.
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

// Pictures are left out, and with them what is said about them.
const describedOf = (document: PageTree): string[] =>
  [...document.querySelectorAll('[alt], [title], meta[content]')].flatMap((element) =>
    ['alt', 'title', 'content'].map((name) => element.getAttribute(name) ?? ''),
  );

/** Every element that is styled, in the order of the page. */
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

// Selectors may be of a kind that is not known here, or that depends on what a visitor does.
function matching(document: PageTree, selector: string): PageElement[] {
  if (/:(?!root|first-child|last-child|nth-child|not)/.test(selector)) return [];
  try {
    return [...document.querySelectorAll(selector)];
  } catch {
    return [];
  }
}

/** How the page looks, as far as it says so itself. */
interface PageStyles {
  styles: ReadonlyMap<PageElement, Style>;
  /** Classes may mean more than can be read here. */
  foreign: boolean;
}

const hasForeignStyles = (document: PageTree) =>
  document.querySelector('link[rel~=stylesheet]') !== null || document.querySelector('style') === null;

/** Whether its words have the colour of what is behind them. */
function isInvisible(element: PageElement, look: PageStyles): boolean {
  const style = look.styles.get(element);
  const colour = colourOf(style?.get('color') ?? '');
  if (colour === null) return false;
  const filled = style?.get('background-clip') ?? style?.get('-webkit-background-clip');
  if (colour === 'transparent') return filled !== 'text';
  const behind = backgroundOf(element, look);
  return behind !== null && alike(colour, behind);
}

// White where nothing is said; null where a picture or a style sheet that is not in the page may say it.
function backgroundOf(element: PageElement, { styles, foreign }: PageStyles): string | null {
  for (let each: PageElement | null = element; each; each = each.parentElement) {
    const style = styles.get(each);
    const said = style?.get('background-color') ?? style?.get('background');
    const colour = said === undefined ? 'transparent' : colourOf(said);
    if (colour !== 'transparent') return colour;
    if (foreign && (each.hasAttribute('class') || each.hasAttribute('id'))) return null;
  }
  return '#ffffff';
}
