import { oneLine, type BlockDraft } from '../content/drafts.logic.ts';

/** The number of blocks at the top and bottom of a page that may be running heads. */
const atEdge = 2;
const longest = 120;
const leastPages = 3;

const number =
  '(?:page|seite|pagina|página|pág\\.|p\\.|s\\.|стр\\.)?\\s{0,3}\\d+(?:\\s*(?:/|of|von|de|sur|di|van|z|из)\\s*\\d+)?';
/** A page number alone, or before or after the repeated text of a running head. */
const numbered = new RegExp(`^${number}(?!\\S)|(?<!\\S)${number}$`, 'iu');

/**
 * Removes text at the edge of at least half of the pages: page numbers, and every running head except its first occurrence. They
 * would split sentences and make all pages similar.
 */
export function withoutRunningHeads(drafts: readonly BlockDraft[]): BlockDraft[] {
  const edges = edgesOf(drafts);
  const pages = new Set(drafts.map(({ page }) => page)).size;
  const seen = new Map<string, number>();
  for (const draft of edges) for (const key of keysOf(draft)) seen.set(key, (seen.get(key) ?? 0) + 1);
  const isRunning = (key: string) => {
    const times = seen.get(key) ?? 0;
    return times >= leastPages && times * 2 >= pages;
  };
  const kept = new Set<string>();
  return drafts.filter((draft) => {
    if (!edges.has(draft)) return true;
    const [same = '', counted] = keysOf(draft);
    if (counted !== undefined && isRunning(counted)) return false;
    if (!isRunning(same)) return true;
    const first = !kept.has(same);
    kept.add(same);
    return first;
  });
}

function edgesOf(drafts: readonly BlockDraft[]): Set<BlockDraft> {
  const byPage = [...Map.groupBy(drafts, ({ page }) => page).values()];
  const edges = byPage.flatMap((page) => [...page.slice(0, atEdge), ...page.slice(-atEdge)]);
  return new Set(edges.filter(({ kind, lines }) => kind !== 'table' && lines.join('\n').length <= longest));
}

/** Keys to find repeated blocks: the text; and for a possible page number, its offset from the page and the rest of the text. */
function keysOf({ kind, lines, page }: BlockDraft): string[] {
  const text = oneLine(lines.join(' ')).toLowerCase();
  // "Chapter 3" at the top of the third page is a heading, not a page number.
  const found = kind === 'heading' ? null : numbered.exec(text)?.[0];
  if (!found) return [text];
  const off = Number(/\d+/.exec(found)?.[0] ?? 0) - (page ?? 0);
  return [text, `${off} ${text.replace(numbered, '').trim()}`];
}
