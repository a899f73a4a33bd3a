import { referenceIn } from '../../platform/text/reference.logic.ts';
import { sentencesOf } from '../../platform/text/sentences.logic.ts';
import { asksForHuman } from '../signals/asks-for-human.logic.ts';
import { confirmsOnly, greetingOnly } from '../signals/closing.logic.ts';
import { learnedHumanOnly } from '../signals/learned.logic.ts';
import { asksTheWay, personOnly } from '../signals/person-only.logic.ts';
import type { Known, SpokenWords } from './known.logic.ts';

type CarriedThread = Pick<Known, 'message' | 'history' | 'customer'>;

/**
 * The message together with the question that it completes: we had asked back, and the customer only says what was missing ("It is
 * 48213"). By itself such a reply is understood by nobody. Only what was said in this episode, with nobody but us in between, is carried
 * over, and words that nobody has proven never into what a verified customer asks. Null where the message stands by itself.
 */
export function carriedOver({ message, history, customer }: CarriedThread): Known['message'] | null {
  const reply = message.text;
  const question = questionBefore(history, reply);
  if (question === null || (customer.verified && question.some(({ unproven }) => unproven))) return null;
  const words = question.map(({ text }) => text).join('\n\n');
  return { ...message, text: `${words}\n\n${reply}`, carried: { question: words, reply } };
}

/** What the customer has said now, without what is carried over. */
export const saidNow = ({ carried, text }: Known['message']): string => carried?.reply ?? text;

/** Everything that the customer has said about the question: it may have taken more than one reply already. */
function questionBefore(history: readonly SpokenWords[], reply: string): readonly SpokenWords[] | null {
  const asksBack = history.length - 1;
  if (!history[asksBack]?.asksBack) return null;
  const start = history.findLastIndex(({ from }, at) => at < asksBack && from === 'us') + 1;
  const asked = history.slice(start, asksBack).filter(({ text }) => !greetingOnly(text));
  const words = asked.map(({ text }) => text).join('\n\n');
  if (words === '' || !completes(reply, words)) return null;
  return [...(questionBefore(history.slice(0, start), words) ?? []), ...asked];
}

/** Whether a reply says what a question lacked, rather than asking something else, or for something to be done. */
function completes(reply: string, question: string): boolean {
  if (reply.trim() === '' || asksForHuman(reply) || confirmsOnly(reply) || greetingOnly(reply)) return false;
  const onlyFor = personOnly(reply) ?? learnedHumanOnly(reply);
  if (onlyFor !== null && onlyFor !== 'own_case') return false;
  const words = wordCount(reply);
  // "It is 48213. Can I still change it?" gives the number anyway; "How do I return 48213?" is about something else.
  if (referenceIn(question) === null && givesNumber(reply)) return words <= mostWordsAroundNumber;
  // "Refunds?" names a subject; a longer question is one of its own.
  return words <= (asks(reply) ? mostWordsOfSubject : mostWordsOfReply);
}

const givesNumber = (reply: string): boolean =>
  sentencesOf(reply).some((sentence) => !asks(sentence) && referenceIn(sentence) !== null);

const asks = (text: string): boolean => /[?？؟]/u.test(text) || asksTheWay(text);
const mostWordsOfSubject = 3;
const mostWordsOfReply = 8;
const mostWordsAroundNumber = 25;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
/** Longer ones are not counted: no reply of a few words is. */
const mostLetters = 400;

// By the segmenter, since not every script writes blanks between words.
function wordCount(text: string): number {
  if (text.length > mostLetters) return Number.POSITIVE_INFINITY;
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length;
}
