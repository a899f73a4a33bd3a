import { sectionLength } from './excerpt.logic.ts';
import { overlapOf } from '../question/overlap.logic.ts';
import { headingOf } from '../../library/passages/segment.logic.ts';
import type { Passage } from '../../library/passages/passage.logic.ts';
import type { Term } from '../question/term.logic.ts';
import { type Stem, stemsOf } from '../../../platform/text/tokens.logic.ts';

/** How the question is read, and the words of the passages. */
export interface ReadBy {
  terms: readonly Term[];
  stem: Stem;
}

/** How many passages on each side of the shown one may take part. */
export const widestSide = 4;

/**
 * A short passage with those beside it in its article, in reading order, as long as whole passages fit: authors break one
 * subject into short sections, and the detail that is asked for stands in the next. The side that holds more of the question
 * first. An answer under a question of its own is whole as it is, and is no part of another, but for the first one below an introduction,
 * which alone says little.
 */
export function widened(shown: Passage, article: readonly Passage[], by: ReadBy): Passage[] {
  const at = article.findIndex(({ id }) => id === shown.id);
  if (at < 0 || answersQuestion(shown)) return [shown];
  let from = at;
  let to = at;
  let room = sectionLength - shown.text.length;
  const isPart = (passage: Passage) =>
    !answersQuestion(passage) || (isIntroduction(shown) && passage === article[at + 1]);
  const fits = (passage: Passage | undefined): passage is Passage =>
    passage !== undefined && passage.text.length <= room && isPart(passage);
  for (;;) {
    const before = article[from - 1];
    const after = article[to + 1];
    const chosen = fits(after) && !(fits(before) && held(before, by) > held(after, by)) ? after : before;
    if (!fits(chosen)) return [...article.slice(from, at), shown, ...article.slice(at + 1, to + 1)];
    if (chosen === after) to++;
    else from--;
    room -= chosen.text.length;
  }
}

const answersQuestion = ({ headingPath }: Passage) => headingPath.at(-1)?.trimEnd().endsWith('?') ?? false;

const isIntroduction = ({ title, headingPath }: Passage) => headingPath.every((heading) => heading === title);

function held(passage: Passage, { terms, stem }: ReadBy): number {
  const stems = stemsOf(`${headingOf(passage)} ${passage.text}`, stem);
  return overlapOf(new Set(stems), terms);
}

/** As one text: the section shown first, then the others in reading order, each under its own heading. */
export function asOneText(shown: Passage, passages: readonly Passage[]): string {
  const sections = [...Map.groupBy(passages, ({ headingPath }) => headingPath.join('\n')).values()];
  const first = sections.filter((section) => section.includes(shown));
  const others = sections.filter((section) => !section.includes(shown));
  return [...first, ...others].map(underHeading).join('\n\n');
}

// What was cut only because it is long goes on under the same heading.
function underHeading(section: readonly Passage[]): string {
  const heading = section[0]?.headingPath.at(-1);
  const texts = section.map(({ text }) => text);
  return (heading === undefined ? texts : [`**${heading}**`, ...texts]).join('\n\n');
}
