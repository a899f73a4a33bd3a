import { codesIn } from '../question/codes.logic.ts';
import type { Passage } from '../../library/passages/passage.logic.ts';

/** What a section gains in the ranking that is about a code of the question: more than any other word brings. */
export const codeGain = 2;

/**
 * By passage, how much it is about a code of the question: 1 if its heading names the code, half if one of its rows or lines begins
 * with it. Empty if such passages belong to several documents: a model's number begins rows of many tables, and chooses none of them.
 */
export function codeSections(
  question: string,
  passages: readonly { passage: Passage; documentId: string }[],
): Map<string, number> {
  const asked = codesIn(question);
  if (asked.size === 0) return new Map();
  const about = passages.flatMap(({ passage, documentId }) => {
    const most = aboutCode(passage, asked);
    return most > 0 ? [{ id: passage.id, documentId, most }] : [];
  });
  const documents = new Set(about.map(({ documentId }) => documentId));
  return new Map(documents.size === 1 ? about.map(({ id, most }) => [id, most]) : []);
}

function aboutCode({ headingPath, text }: Passage, asked: ReadonlySet<string>): number {
  if (namesAny(headingPath.at(-1) ?? '', asked)) return 1;
  return text.split('\n').some((line) => namesAny(firstWordOf(line), asked)) ? 0.5 : 0;
}

const namesAny = (text: string, asked: ReadonlySet<string>): boolean =>
  [...codesIn(text)].some((code) => asked.has(code));

/** Without the marks of a list, a table or emphasis. */
const firstWordOf = (line: string): string => /^[|\s*#>-]*([^|\s*:]*)/.exec(line)?.[1] ?? '';
