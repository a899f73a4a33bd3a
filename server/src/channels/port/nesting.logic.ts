const deepest = 2_000;

// Nothing is inside of the first; the next of the second ends the one before, paired or not.
const flat = new Set(
  'area base br col embed hr img input link meta source track wbr p li td th tr dt dd option'.split(' '),
);

/**
 * HTML without the tags that stand deeper than anybody nests them; their words stay. What reads HTML takes time that grows
 * with the square of its depth, and words that take too long to read would be lost to people.
 */
export function withBoundedNesting(html: string): string {
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
