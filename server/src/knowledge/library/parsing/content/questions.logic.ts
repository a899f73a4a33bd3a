import type { Block, Heading, Piece } from './shapes.logic.ts';

const longestQuestion = 200;
const questionMark = /^(?:\*\*|__)?\s*(?:Q|Question)\s*(?:\d{1,3}\s*)?[.:)]\s*(\S.*)$/i;
const answerMark = /^(?:\*\*|__)?\s*(?:A|Answer)\s*(?:\d{1,3}\s*)?[.:)]\s*(?:(?:\*\*|__)\s*)?(?=\S)/i;

/**
 * Turns `**How do I …?**` and `Q: …` into headings, so that a question and its answer become one section, as if the author had used a
 * real heading.
 */
export function withQuestionHeadings(blocks: readonly Block[]): Block[] {
  const result: Block[] = [];
  for (const block of blocks) {
    const split = block.kind === 'prose' ? splitQuestion(block) : null;
    if (!split) {
      result.push(afterQuestion(result) ? withoutAnswerMark(block) : block);
      continue;
    }
    result.push({ kind: 'heading', level: 7, page: block.page, ...split.question });
    if (split.answer.text !== '') result.push(withoutAnswerMark({ ...block, ...split.answer }));
  }
  return result;
}

const afterQuestion = (blocks: readonly Block[]) => {
  const last = blocks.at(-1);
  return last?.kind === 'heading' && last.text.endsWith('?');
};

function splitQuestion(block: Piece): { question: Piece; answer: Piece } | null {
  const feed = block.text.indexOf('\n');
  const length = feed < 0 ? block.text.length : feed;
  if (length > longestQuestion) return null;
  const question = questionIn(block.text.slice(0, length).trim());
  if (question === null) return null;
  const answer = block.text.slice(length).trim();
  return {
    question: { text: question, start: block.start, end: block.start + length },
    answer: { text: answer, start: block.end - answer.length, end: block.end },
  };
}

function questionIn(line: string): string | null {
  const marked = questionMark.exec(line)?.[1];
  if (marked) return bare(marked);
  const bold = (line.startsWith('**') && line.endsWith('**')) || (line.startsWith('__') && line.endsWith('__'));
  const words = bare(line);
  return bold && line.length > 4 && words.endsWith('?') ? words : null;
}

const bare = (text: string) => text.replace(/\*\*|__/g, '').trim();

function withoutAnswerMark(block: Block): Block {
  const mark = block.kind === 'prose' ? (answerMark.exec(block.text)?.[0].length ?? 0) : 0;
  return mark === 0 ? block : { ...block, text: block.text.slice(mark), start: block.start + mark };
}

export const isQuestion = (heading: Pick<Heading, 'text'>): boolean => heading.text.trimEnd().endsWith('?');
