import { colourOf } from '../content/css.logic.ts';
import { at, type XmlElement } from '../package/xml-tree.logic.ts';

/** Returns the colour that a DrawingML element names (ECMA-376 part 1, §20.1.2.3); null if it is modified or unknown. */
export type DrawnColours = (named: XmlElement | undefined) => string | null;

export function drawnColours(master: XmlElement, theme: XmlElement): DrawnColours {
  const map = at(master, 'sldMaster', 'clrMap')?.attributes;
  const scheme = at(theme, 'theme', 'themeElements', 'clrScheme');
  const plain: Record<string, string> = { bg1: 'lt1', tx1: 'dk1', bg2: 'lt2', tx2: 'dk2' };
  // Without a theme, the first background is white.
  const usual: Record<string, string> = { lt1: '#ffffff', dk1: '#000000' };
  return (named) => {
    if (named?.name !== 'schemeClr') return plainColour(named);
    if (named.children.some(({ name }) => name !== '#text' && name !== 'alpha')) return null;
    const name = named.attributes.get('val') ?? '';
    const slot = map?.get(name) ?? plain[name] ?? name;
    return scheme
      ? plainColour(at(scheme, slot)?.children.find((each) => each.name !== '#text'))
      : (usual[slot] ?? null);
  };
}

function plainColour(named: XmlElement | undefined): string | null {
  if (!named || named.children.some(({ name }) => name !== '#text' && name !== 'alpha')) return null;
  const value = named.attributes.get('val') ?? '';
  if (named.name === 'srgbClr') return colourOf(`#${value.toLowerCase()}`);
  if (named.name === 'sysClr') return colourOf(`#${named.attributes.get('lastClr')?.toLowerCase()}`);
  return named.name === 'prstClr' ? colourOf(value.toLowerCase()) : null;
}

/** The fill: a colour, '' for none, null for a pattern or an unknown colour, or undefined if it is not specified. */
export function fillOf(properties: XmlElement | undefined, colours: DrawnColours): string | null | undefined {
  const fill = properties?.children.find(({ name }) => /^(?:no|solid|grad|blip|patt|grp)Fill$/.test(name));
  if (!fill) return undefined;
  if (fill.name === 'noFill') return '';
  const named = fill.children.find(({ name }) => name !== '#text');
  const alpha = at(named, 'alpha')?.attributes.get('val');
  if (alpha !== undefined && Number.parseInt(alpha, 10) < 5000) return '';
  return fill.name === 'solidFill' ? colours(named) : null;
}
