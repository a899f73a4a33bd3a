import type { AnswerDraft, FoundForAnswer } from './draft-answer.ts';

/**
 * Joins what was found for each question of a message. There is an answer only if each question has one, and its confidence is that of
 * the least sure. Each section stands under its heading: "No." alone would not tell which question it answers.
 */
export function together(found: readonly FoundForAnswer[], asked: readonly string[]): FoundForAnswer {
  const evidence = byRank(found.map((each) => each.evidence));
  const questions = found.map(({ draft }, at) => ({
    question: asked[at] ?? '',
    title: draft?.citations[0]?.title ?? null,
    confidence: draft?.confidence.value ?? 0,
  }));
  const drafts = found.flatMap(({ draft }) => draft ?? []);
  const weakest = found[leastSure(found)]?.draft;
  if (!weakest) return { draft: null, evidence, questions };
  const shown = drafts.filter(
    ({ text }, at) => !drafts.some((other, place) => other.text.includes(text) && (other.text !== text || place < at)),
  );
  const [only] = shown;
  const text = shown.length > 1 ? shown.map(underHeading).join('\n\n') : (only?.text ?? weakest.text);
  const citations = unique(shown.flatMap((each) => each.citations));
  const sections = byRank(drafts.map((each) => each.sections));
  const brief = shown.length > 1 ? null : (only?.brief ?? null);
  return { draft: { ...weakest, text, brief, citations, evidence, sections }, evidence, questions };
}

/** The place of the question whose answer is least sure, or was not found. */
export function leastSure(found: readonly FoundForAnswer[]): number {
  const sure = found.map(surenessOf);
  return sure.indexOf(Math.min(...sure));
}

/** The surer of two readings of the same question; if they are equal, the first. */
export const surer = (one: FoundForAnswer, other: FoundForAnswer): FoundForAnswer =>
  surenessOf(other) > surenessOf(one) ? other : one;

export const lessSure = (one: FoundForAnswer, other: FoundForAnswer): FoundForAnswer =>
  surenessOf(other) < surenessOf(one) ? other : one;

/** False if one of them has no answer. */
export const showSameSection = ({ draft: one }: FoundForAnswer, { draft: other }: FoundForAnswer): boolean =>
  one !== null && other !== null && one.citations[0]?.chunkId === other.citations[0]?.chunkId;

const surenessOf = ({ draft }: FoundForAnswer): number => draft?.confidence.value ?? 0;

function underHeading({ text, citations, sections }: AnswerDraft): string {
  const [first] = citations;
  const heading = sections.find(({ chunkId }) => chunkId === first?.chunkId)?.headingPath.at(-1) ?? first?.title;
  return heading === undefined || text.startsWith('**') ? text : `**${heading}**\n\n${text}`;
}

/** The first of each list, then the second of each. */
function byRank<Item extends { chunkId: string }>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const places = Array.from({ length: longest }, (_, place) => place);
  return unique(places.flatMap((place) => lists.flatMap((list) => list[place] ?? [])));
}

const unique = <Item extends { chunkId: string }>(items: readonly Item[]): Item[] =>
  [...new Map(items.toReversed().map((item) => [item.chunkId, item])).values()].toReversed();
