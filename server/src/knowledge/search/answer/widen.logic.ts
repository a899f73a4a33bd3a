import { codesIn } from '../question/codes.logic.ts';
import { sectionLength } from './excerpt.logic.ts';
import { overlapOf } from '../question/overlap.logic.ts';
import { headingOf } from '../../library/passages/segment.logic.ts';
import type { Passage } from '../../library/passages/passage.logic.ts';
import type { Term } from '../question/term.logic.ts';
import { type Stem, stemsOf } from '../../../platform/text/tokens.logic.ts';

/** The terms of the question, and the stemmer for the passages. */
export interface ReadBy {
  terms: readonly Term[];
  stem: Stem;
}

/** The number of passages on each side of the shown one that may be added. */
export const widestSide = 4;

/**
 * Adds neighbouring passages of the article to a short one, in reading order, while whole passages fit. Authors split one
 * subject into short sections, and the next section often holds the detail that is asked for. The side that contains more
 * of the question comes first. A section whose heading is a question or names a code is complete: it is not widened and not
 * added to another. The exception is the first one below an introduction, which says little alone.
 */
export function widened(shown: Passage, article: readonly Passage[], by: ReadBy): Passage[] {
  const at = article.findIndex(({ id }) => id === shown.id);
  if (at < 0 || isComplete(shown)) return [shown];
  let from = at;
  let to = at;
  let room = sectionLength - shown.text.length;
  const isPart = (passage: Passage) => !isComplete(passage) || (isIntroduction(shown) && passage === article[at + 1]);
  const fits = (passage: Passage | undefined): passage is Passage =>
    passage !== undefined && passage.text.length <= room && isPart(passage);
  for (;;) {
    const before = article[from - 1];
    const after = article[to + 1];
    const chosen = fits(after) && !(fits(before) && overlapWith(before, by) > overlapWith(after, by)) ? after : before;
    if (!fits(chosen)) return [...article.slice(from, at), shown, ...article.slice(at + 1, to + 1)];
    if (chosen === after) to++;
    else from--;
    room -= chosen.text.length;
  }
}

function isComplete({ headingPath }: Passage): boolean {
  const heading = headingPath.at(-1)?.trimEnd() ?? '';
  return heading.endsWith('?') || codesIn(heading).size > 0;
}

const isIntroduction = ({ title, headingPath }: Passage) => headingPath.every((heading) => heading === title);

function overlapWith(passage: Passage, { terms, stem }: ReadBy): number {
  const stems = stemsOf(`${headingOf(passage)} ${passage.text}`, stem);
  return overlapOf(new Set(stems), terms);
}

/** Joins the passages into one text: the shown section first, then the others in reading order, each under its own heading. */
export function asOneText(shown: Passage, passages: readonly Passage[]): string {
  const sections = [...Map.groupBy(passages, ({ headingPath }) => headingPath.join('\n')).values()];
  const first = sections.filter((section) => section.includes(shown));
  const others = sections.filter((section) => !section.includes(shown));
  return [...first, ...others].map(underHeading).join('\n\n');
}

// Passages that were cut only for their length share one heading.
function underHeading(section: readonly Passage[]): string {
  const heading = section[0]?.headingPath.at(-1);
  const texts = section.map(({ text }) => text);
  return (heading === undefined ? texts : [`**${heading}**`, ...texts]).join('\n\n');
}
