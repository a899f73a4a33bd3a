import type { RankingResult } from '../ranking/rank.logic.ts';
import type { Passage } from '../../library/passages/passage.logic.ts';

/** A section competes when it scores at least this share of the first. */
const competing = 0.75;
const mostOptions = 3;

/** Names of the two or three sections that compete for the question, best first; none where one stands alone. */
export function optionsOf(found: RankingResult, passages: readonly Passage[]): string[] {
  const best = found.ranked[0]?.score ?? 0;
  const near = found.ranked.filter((ranked) => ranked.score >= competing * best);
  const sections = near.flatMap((ranked) => passages.filter((passage) => passage.id === ranked.passageId));
  const names = new Set(sections.map((section) => nameAmong(section, sections)));
  return names.size > 1 ? [...names].slice(0, mostOptions) : [];
}

// Sections of one article differ by their last heading; articles differ by their title.
function nameAmong(section: Passage, sections: readonly Passage[]): string {
  const shared = sections.some((other) => other !== section && other.title === section.title);
  return (shared && section.headingPath.at(-1)) || section.title;
}
