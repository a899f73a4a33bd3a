import { isQuestion } from '../content/questions.logic.ts';
import type { Block, Content, Heading } from '../content/shapes.logic.ts';

/** The content between one heading and the next. */
export interface DocumentSection {
  path: string[];
  /** All headings above it, including the document's title. */
  above: readonly Heading[];
  /** True if the heading right above is a question: the section is its answer and is not split. */
  answersQuestion: boolean;
  content: Content[];
}

/** A shorter text above the first subheading is a lead-in: it only announces what follows. */
const leadIn = 200;

/** Omits `title` from the paths: each passage has it anyway. */
export function sectionsOf(blocks: readonly Block[], title: string): DocumentSection[] {
  return withLeadIns(rawSections(blocks, title));
}

function rawSections(blocks: readonly Block[], title: string): DocumentSection[] {
  const sections: DocumentSection[] = [];
  let above: Heading[] = [];
  let open: DocumentSection | null = null;
  let bare: Heading | null = null;
  const closeBare = () => {
    // Treat a heading without content as a statement ("We do not deliver on Sundays").
    if (bare)
      sections.push(sectionUnder(above.slice(0, -1), { title, answersQuestion: false, content: [asProse(bare)] }));
  };
  for (const block of blocks) {
    if (block.kind === 'heading') {
      if (bare && block.level <= bare.level && !sameText(bare.text, title)) closeBare();
      above = [...above.filter((heading) => heading.level < block.level), block];
      bare = block;
      open = null;
    } else {
      if (!open) {
        const heading = above.at(-1);
        const answersQuestion = heading !== undefined && isQuestion(heading);
        open = sectionUnder(above, { title, answersQuestion, content: [] });
        sections.push(open);
      }
      bare = null;
      open.content.push(block);
    }
  }
  closeBare();
  return sections;
}

const sectionUnder = (
  above: readonly Heading[],
  { title, answersQuestion, content }: Pick<DocumentSection, 'answersQuestion' | 'content'> & { title: string },
): DocumentSection => ({ path: pathOf(above, title), above, answersQuestion, content });

const asProse = ({ text, start, end, page }: Heading): Content => ({
  kind: 'prose',
  text,
  start,
  end,
  page,
  parts: [],
});

const pathOf = (above: readonly Heading[], title: string) =>
  above.map((heading) => heading.text).filter((text, at) => at > 0 || !sameText(text, title));

const sameText = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

function withLeadIns(sections: readonly DocumentSection[]): DocumentSection[] {
  const result: DocumentSection[] = [];
  let waiting: DocumentSection | null = null;
  for (const section of sections) {
    if (waiting && isWithin(section, waiting)) {
      result.push({ ...section, content: [...waiting.content, ...section.content] });
      waiting = null;
      continue;
    }
    if (waiting) result.push(waiting);
    waiting = isLeadIn(section) ? section : null;
    if (!waiting) result.push(section);
  }
  if (waiting) result.push(waiting);
  return result;
}

const isLeadIn = ({ answersQuestion, content }: DocumentSection) =>
  !answersQuestion && content.reduce((sum, block) => sum + block.text.length, 0) < leadIn;

// Add no lead-in to an answer: the text above the first of many questions belongs to all of them.
const isWithin = (section: DocumentSection, outer: DocumentSection) =>
  !section.answersQuestion &&
  section.above.length > outer.above.length &&
  outer.above.every((heading, at) => section.above[at] === heading);
