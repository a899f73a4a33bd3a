const deepest = 2_000;

// Nothing is inside of the first; the next of the second ends the one before, paired or not.
const flat = new Set(
  'area base br col embed hr img input link meta source track wbr p li td th tr dt dd option'.split(' '),
);

// What is inside of these is no text to readers; browsers end them where ordinary words go on.
const foreign = /<(\/?)(svg|math|object)(?=[\s/>])/gi;

/** HTML as it is read here. Its depth is bounded. A drawing that never ends is not taken for one, so that no words after it are lost. */
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
 * HTML without the tags that stand deeper than anybody nests them; their words stay. What reads HTML takes time that grows
 * with the square of its depth, and words that take too long to read would be lost to people.
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
