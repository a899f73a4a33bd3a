import { onlyWords } from '../../../platform/text/plain-words.logic.ts';
import { sentencesOf } from '../../../platform/text/sentences.logic.ts';

/** Normalises a question for comparison: its words, without case, accents, punctuation and spacing. */
export const normalised = (text: string): string =>
  onlyWords(text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase());

const shortest = 12;
const longest = 200;
const leastWords = 3;

/**
 * The question in a customer's message that colleagues may review, or null. It is taken whole or not at all: if it contains
 * an address, a number that could identify somebody, or the customer's own name, it is refused. Nothing is cut out, because
 * the rest could still identify the customer.
 */
export function learnableIn(message: string, customer: { name: string | null; email: string | null }): string | null {
  const question = questionIn(message);
  if (question === null || question.length < shortest || question.length > longest) return null;
  if (normalised(question).split(' ').length < leastWords) return null;
  return isPersonal(question) || namesOf(customer).some((name) => named(question, name)) ? null : question;
}

// Leaves out greeting, story and signature. Of several questions, the last is the one that the customer waits for.
function questionIn(message: string): string | null {
  const sentences = sentencesOf(message).map((sentence) => sentence.replace(/\s+/g, ' '));
  return (
    sentences.findLast((sentence) => /[?？]["'”’)]*$/u.test(sentence)) ??
    (sentences.length === 1 ? (sentences[0] ?? null) : null)
  );
}

// Four digits may be a year or a price and are allowed. More digits, or letters mixed with digits, may be the number of an
// order, a card or an account.
const personal = [
  /@/u,
  /\b(?:https?:|www\.)/iu,
  /\d(?:[\s().\-/]*\d){4,}/u,
  /[#№]\s*\w*\d/u,
  /\b(?=\p{L}*\d)(?=\d*\p{L})[\p{L}\d]{6,}\b/u,
  /\b\p{L}{1,6}[-_/]\d{3,}/u,
];

const isPersonal = (text: string): boolean => personal.some((pattern) => pattern.test(text));

const namesOf = ({ name, email }: { name: string | null; email: string | null }): string[] =>
  normalised(`${name ?? ''} ${email?.split('@')[0] ?? ''}`)
    .split(' ')
    .filter((part) => part.length >= 3 && !/^\d+$/.test(part));

const named = (text: string, name: string): boolean => ` ${normalised(text)} `.includes(` ${name} `);
