import { onlyWords } from '../../../platform/text/same-words.logic.ts';
import { sentencesOf } from '../../../platform/text/sentences.logic.ts';

/** What makes two questions the same: their words, whatever their case, accents, marks and spacing. */
export const normalised = (text: string): string =>
  onlyWords(text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase());

const shortest = 12;
const longest = 200;
const leastWords = 3;

/**
 * The question in a customer's message as it may be shown to colleagues for review, or null. It is taken whole or not at
 * all: where an address, a number that could name somebody, or the customer's own name stands in it, nothing is cut out,
 * since what is left over could still tell who it was.
 */
export function learnableIn(message: string, customer: { name: string | null; email: string | null }): string | null {
  const question = questionIn(message);
  if (question === null || question.length < shortest || question.length > longest) return null;
  if (normalised(question).split(' ').length < leastWords) return null;
  return isPersonal(question) || namesOf(customer).some((name) => named(question, name)) ? null : question;
}

// Greeting, story and signature stay behind: of several questions it is the last that the customer waits for.
function questionIn(message: string): string | null {
  const sentences = sentencesOf(message).map((said) => said.replace(/\s+/g, ' '));
  return (
    sentences.findLast((said) => /[?？]["'”’)]*$/u.test(said)) ??
    (sentences.length === 1 ? (sentences[0] ?? null) : null)
  );
}

// Four digits are a year or a price, and may stay; more, or letters and digits in one, are an order, a card, an account.
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
