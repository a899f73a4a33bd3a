import { wordsOf } from '../../platform/text/plain-words.logic.ts';
import { isOfOneForm, namesReference, referenceIn } from '../../platform/text/reference.logic.ts';
import { sentencesOf } from '../../platform/text/sentences.logic.ts';
import { isSmallAnywhere } from '../../platform/text/stopwords.logic.ts';
import { asksForHuman } from '../signals/asks-for-human.logic.ts';
import { confirmsOnly, greetingOnly } from '../signals/closing.logic.ts';
import { humanOnly } from '../signals/human-only.logic.ts';
import { asksTheWay } from '../signals/asks-the-way.logic.ts';
import { normalize } from '../signals/text.logic.ts';
import { contextOf, type Known, type SpokenWords } from './known.logic.ts';

type CarriedThread = Pick<Known, 'message' | 'history' | 'customer'>;

/**
 * Joins the message with the earlier question that it completes: we asked back, and the customer only adds what was missing ("It is
 * 48213"), or we answered, and the customer asks the same about another number ("And 48214?"). Neither can be understood alone. Only
 * words of this episode are carried over, and only if nobody but us wrote in between; unproven words are never carried into the
 * message of a verified customer. Returns null if the message is complete by itself.
 */
export function carriedOver({ message, history, customer }: CarriedThread): Known['message'] | null {
  const reply = message.text;
  const question = questionBefore(history, reply) ?? sameQuestion(history, reply);
  if (question === null || (customer.verified && question.some(({ unproven }) => unproven))) return null;
  const words = question.map(({ text }) => text).join('\n\n');
  const options = optionsIn(history.at(-1)?.text ?? '');
  const number = digitAlone(reply);
  if (number !== null && options.length > 0 && !options[number - 1]) return null;
  const added = options[number === null ? placeNamed(reply) : number - 1] ?? reply;
  return { ...message, text: `${words}\n\n${added}`, carried: { question: words, reply } };
}

/**
 * The subjects listed in our question. A bare number, or "the second one", chooses one of them: by itself it says nothing to the
 * search.
 */
const optionsIn = (question: string): string[] => [...question.matchAll(/^- (.+)$/gm)].map(([, option = '']) => option);

function digitAlone(reply: string): number | null {
  const [, digit] = /^[^\p{L}\p{N}]*(\d)[^\p{L}\p{N}]*$/u.exec(reply) ?? [];
  return digit === undefined ? null : Number(digit);
}

/** The place in a list that a few words name, from 0; -1 if they name none or several. */
function placeNamed(reply: string): number {
  const words = wordsOf(normalize(reply));
  const named = ordinals.flatMap((names, place) =>
    words.some((word, at) => names.has(word) && !indefinite.has(words[at - 1] ?? '')) ? [place] : [],
  );
  return words.length <= mostWordsOfChoice && named.length === 1 ? (named[0] ?? -1) : -1;
}

const mostWordsOfChoice = 4;

/**
 * First to third, because our lists have at most three subjects, in the languages of our phrases, folded. Without "prima", which
 * means "great" in German and Dutch.
 */
const ordinals = [
  'first 1st erste ersten erster erstes premier premiere primero primera primer primo primeiro primeira eerste',
  'second 2nd zweite zweiten zweiter zweites deuxieme seconde segundo segunda secondo seconda tweede',
  'third 3rd dritte dritten dritter drittes troisieme tercero tercera tercer terzo terza terceiro terceira derde',
].map((names) => new Set(names.split(' ')));

// "Just a second" chooses nothing.
const indefinite = new Set(['a', 'one', 'un', 'une', 'um', 'een']);

/** The customer's new words, without the earlier question. */
export const saidNow = ({ carried, text }: Known['message']): string => carried?.reply ?? text;

/** What is to be answered, as the search of the documents takes it. */
export const askedIn = ({ message, history }: Known) => ({
  question: message.text,
  history: contextOf(history),
  language: message.language,
  completes: message.carried?.question,
});

/** Returns all messages of the customer about the question: there may have been several replies already. */
function questionBefore(history: readonly SpokenWords[], reply: string): readonly SpokenWords[] | null {
  const asksBack = history.length - 1;
  if (!history[asksBack]?.asksBack) return null;
  const start = history.findLastIndex(({ from }, at) => at < asksBack && from === 'us') + 1;
  const asked = history.slice(start, asksBack).filter(({ text }) => !saysNothing(text));
  const words = asked.map(({ text }) => text).join('\n\n');
  if (words === '' || !completes(reply, words)) return null;
  return [...(questionBefore(history.slice(0, start), words) ?? []), ...asked];
}

/**
 * Returns the messages of the question that we answered with what belongs to a number, if the customer names only another number of
 * that kind. Our words must name the first one: then they were about it, and no notice or question of a person.
 */
function sameQuestion(history: readonly SpokenWords[], reply: string): readonly SpokenWords[] | null {
  const next = referenceIn(reply);
  const answer = history.at(-1);
  if (next === null || answer?.from !== 'us' || answer.pastEpisode || !asksAgain(reply)) return null;
  const start = history.slice(0, -1).findLastIndex(({ from }) => from === 'us') + 1;
  const asked = history.slice(start, -1);
  const words = asked.map(({ text }) => text).join('\n\n');
  const reference = referenceIn(words);
  if (reference === null || reference === next || !isOfOneForm(reference, next)) return null;
  if (!answer.text.includes(reference) || isQuestion(answer.text)) return null;
  const before = history.slice(0, start);
  return [...(questionBefore(before, words) ?? sameQuestion(before, words) ?? []), ...asked];
}

/** "And 48214?", "What about order 48214?": nothing but small words and a number. */
function asksAgain(reply: string): boolean {
  const words =
    reply
      .slice(0, mostLetters + 1)
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  return (
    isQuestion(reply) &&
    words.length <= mostWordsAsked &&
    words.every((word) => isSmallAnywhere(word) || namesReference(word))
  );
}

const mostWordsAsked = 5;

/** Whether a reply adds what a question lacked, and neither asks a new question nor requests an action. */
function completes(reply: string, question: string): boolean {
  if (reply.trim() === '' || asksForHuman(reply) || confirmsOnly(reply) || saysNothing(reply)) return false;
  const onlyFor = humanOnly(reply);
  if (onlyFor !== null && onlyFor !== 'own_case') return false;
  const words = wordCount(reply);
  // "It is 48213. Can I still change it?" gives the missing number; "How do I return 48213?" is a new question.
  if (referenceIn(question) === null && givesNumber(reply)) return words <= mostWordsAroundNumber;
  // "Refunds?" names a subject; a longer question is a new one.
  return words <= (asks(reply) ? mostWordsOfSubject : mostWordsOfReply);
}

// A digit may be what we asked for.
const saysNothing = (text: string): boolean => greetingOnly(text) && !/\p{N}/u.test(text);

const givesNumber = (reply: string): boolean =>
  sentencesOf(reply).some((sentence) => !asks(sentence) && referenceIn(sentence) !== null);

const isQuestion = (text: string): boolean => /[?？؟]/u.test(text);
const asks = (text: string): boolean => isQuestion(text) || asksTheWay(text);
const mostWordsOfSubject = 3;
const mostWordsOfReply = 8;
const mostWordsAroundNumber = 25;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
/** A text of more letters is certainly longer than a few words, so its words are not counted. */
const mostLetters = 400;

// Use a segmenter, because not every script separates words by spaces.
function wordCount(text: string): number {
  if (text.length > mostLetters) return Number.POSITIVE_INFINITY;
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length;
}
