const deepest = 2_000;

// Elements without depth: the first have no content, and each of the others ends the one before, with or without an end tag.
const flat = new Set(
  'area base br col embed hr img input link meta source track wbr p li td th tr dt dd option'.split(' '),
);

// Readers do not see the content of these as text; browsers end them where ordinary HTML continues.
const foreign = /<(\/?)(svg|math|object)(?=[\s/>])/gi;

/**
 * Prepares HTML for reading: bounds its depth, and turns the start tag of an unclosed drawing into a `span`, so that no
 * text after it is lost.
 */
export const tamed = (html: string): string => withBoundedNesting(withoutUnclosed(html));

function withoutUnclosed(html: string): string {
  const open = new Map<string, number[]>();
  for (const { index, 1: slash, 2: name = '' } of html.matchAll(foreign)) {
    const key = name.toLowerCase();
    const starts = open.get(key) ?? [];
    if (slash !== '') starts.length = 0;
    else if (starts.length < mostUnclosed) starts.push(index);
    open.set(key, starts);
  }
  const places = [...open].flatMap(([name, starts]) => starts.map((start) => [start, name.length] as const));
  let read = 0;
  let result = '';
  for (const [start, length] of places.toSorted(([one], [other]) => one - other)) {
    result += `${html.slice(read, start)}<span`;
    read = start + 1 + length;
  }
  return result + html.slice(read);
}

const mostUnclosed = 1_000;

/**
 * Removes the tags that are nested deeper than anybody nests them, and keeps their text. Parsers take time that grows
 * with the square of the depth, and a message that takes too long to parse would be lost to people.
 */
function withBoundedNesting(html: string): string {
  if (html.split('<', deepest + 1).length <= deepest) return html;
  let depth = 0;
  return html.replace(/<(\/?)([a-z][a-z0-9]{0,20})(?=[\s/>])[^<>]*>/gi, (tag, slash: string, name: string) => {
    if (flat.has(name.toLowerCase())) return tag;
    if (slash === '') depth += 1;
    const kept = depth <= deepest;
    if (slash !== '') depth = Math.max(0, depth - 1);
    return kept ? tag : '';
  });
}
