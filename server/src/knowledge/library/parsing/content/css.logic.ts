/** Declared values by property, all in lower case. The last declaration of a property wins. */
export type Style = Map<string, string>;

export interface StyleRule {
  selector: string;
  style: Style;
}

/** Parses the declarations of a style attribute or of a rule's body. */
export function declarationsIn(text: string): Style {
  const style: Style = new Map();
  for (const declaration of plain(text).split(';')) {
    const at = declaration.indexOf(':');
    const value = declaration.slice(at + 1).replace('!important', '');
    if (at > 0) style.set(declaration.slice(0, at).trim(), value.trim().replace(/\s+/g, ' '));
  }
  return style;
}

/** Parses the rules of a style sheet that apply to all screens; rules for printing or for some screens only are ignored. */
export function rulesIn(sheet: string, most: number): StyleRule[] {
  const rules: StyleRule[] = [];
  for (const { head, body } of blocksIn(plain(sheet))) {
    if (rules.length >= most) break;
    if (/^@media (?:only )?(?:all|screen)$/.test(head)) rules.push(...rulesIn(body, most - rules.length));
    else if (head !== '' && !head.startsWith('@')) rules.push({ selector: head, style: declarationsIn(body) });
  }
  return rules;
}

// Remove comments and resolve escapes: both can disguise a property such as `display`.
const plain = (text: string) =>
  text
    .replace(/\/\*[^]*?(?:\*\/|$)/g, '')
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, code: string) =>
      String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff)),
    )
    .toLowerCase();

function blocksIn(text: string): { head: string; body: string }[] {
  const blocks: { head: string; body: string }[] = [];
  let [depth, from, opened] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{' && depth++ === 0) opened = at;
    // A semicolon ends an at-rule without a block.
    if (text[at] === ';' && depth === 0) from = at + 1;
    if (text[at] !== '}' || depth === 0 || --depth > 0) continue;
    blocks.push({ head: text.slice(from, opened).trim().replace(/\s+/g, ' '), body: text.slice(opened + 1, at) });
    from = at + 1;
  }
  // Like a browser, close an open block at the end.
  if (depth > 0)
    blocks.push({ head: text.slice(from, opened).trim().replace(/\s+/g, ' '), body: text.slice(opened + 1) });
  return blocks;
}

/** Whether this style makes an element invisible, wherever the element is. */
export function hides(style: Style): boolean {
  const is = (name: string, pattern: RegExp) => pattern.test(style.get(name) ?? '');
  const cutOff = is('overflow', /hidden|clip/) || is('overflow-y', /hidden|clip/);
  const flat = ['height', 'max-height', 'width', 'max-width'].some((name) => is(name, /^[01](?:px)?$/));
  return (
    is('display', /^none$/) ||
    is('visibility', /^(?:hidden|collapse)$/) ||
    is('content-visibility', /^hidden$/) ||
    is('opacity', /^(?:0?\.0\d*|0+|0?%)$/) ||
    is('transform', /scale\(0(?:\.0+)?\)/) ||
    is('clip', /^rect\((?:[01](?:px)?[ ,]*){4}\)$/) ||
    is('clip-path', /inset\((?:50|100)%/) ||
    (cutOff && flat) ||
    isTiny(style.get('font-size') ?? '') ||
    isFarOut(style.get('text-indent') ?? '') ||
    (is('position', /^(?:absolute|fixed)$/) && ['left', 'top', 'right'].some((name) => isFarOut(style.get(name) ?? '')))
  );
}

const readable: Record<string, number> = { px: 3, pt: 3, em: 0.25, rem: 0.25, '%': 25, vw: 0.2, vh: 0.2 };

function isTiny(size: string): boolean {
  const [, number = '', unit = ''] = /^([\d.]+)([a-z%]*)$/.exec(size) ?? [];
  return number !== '' && Number(number) < (readable[unit] ?? Number.MIN_VALUE);
}

const isFarOut = (length: string) => /^-\d{3,}(?:\.\d+)?(?:px|em|rem|pt|%|vw)$/.test(length);

/** Normalizes a colour to `#rrggbb` or `transparent`. Returns null for an unknown notation. */
export function colourOf(value: string): string | null {
  const named = names[value] ?? value;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(named);
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`;
  if (/^#[0-9a-f]{6}$/.test(named) || named === 'transparent') return named;
  const numbers = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+([\d.]+)(%?))?\s*\)$/.exec(named);
  if (!numbers) return null;
  if (numbers[4] !== undefined && Number(numbers[4]) < (numbers[5] ? 5 : 0.05)) return 'transparent';
  return `#${numbers
    .slice(1, 4)
    .map((part) => Math.min(255, Number(part)).toString(16).padStart(2, '0'))
    .join('')}`;
}

const names: Record<string, string> = {
  white: '#ffffff',
  black: '#000000',
  red: '#ff0000',
  yellow: '#ffff00',
  snow: '#fffafa',
};

/** Whether text in one colour is unreadable on the other: each component differs by less than a tenth. */
export function alike(one: string, other: string): boolean {
  const parts = (colour: string) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return parts(one).every((part, at) => Math.abs(part - (parts(other)[at] ?? 0)) < 24);
}
