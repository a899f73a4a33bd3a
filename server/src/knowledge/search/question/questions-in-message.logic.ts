import { beginningOf } from '../../../platform/text/beginning.logic.ts';
import { wordsOf } from '../../../platform/text/plain-words.logic.ts';
import { wordWeight } from './filler-words.logic.ts';
import { askedSentences, readOfQuestion } from './question-in-message.logic.ts';

/**
 * The questions of a message, each with the sentences that lead to it. Read as one, two questions are answered by a section that
 * shares words with both, or by one of their sections alone. A question without a word of its own ("how much is that?") belongs to
 * the one before it. A message without question marks is one question.
 */
export function questionsIn(message: string, language: string): string[] {
  const sentences = askedSentences(beginningOf(message, readOfQuestion))
    .flatMap(clausesOf)
    .filter((sentence) => !idle.test(sentence));
  const questions: string[] = [];
  let leading: string[] = [];
  for (const sentence of sentences) {
    leading.push(sentence);
    if (!asks(sentence) || !saysSomething(sentence, language)) continue;
    questions.push(leading.join(' '));
    leading = [];
  }
  // What follows the last question explains it.
  const last = [...questions.splice(-1), ...leading].join(' ');
  return last === '' ? questions : [...questions, last];
}

/** Whether a question names what it is about by a pronoun alone. Not those that often refer to nothing ("is there", "gibt es"). */
export const refersBack = (question: string): boolean => pronoun.test(question);

const pronoun = new RegExp(
  String.raw`(?<![\p{L}\p{N}'’])(?:it|they|them|these|those|he|she|him|one|` +
    String.raw`er|ihn|ihm|dafür|damit|davon|dazu|dabei|dort|(?:kostet|dauert|geht|ist) das)(?![\p{L}\p{N}'’])`,
  'iu',
);

const asks = (sentence: string): boolean => /[?？؟]["'”’)\s]*$/u.test(sentence);

const saysSomething = (sentence: string, language: string): boolean =>
  wordsOf(sentence.toLowerCase()).some((word) => wordWeight(word, language) === 1);

/** "How long does it take and what does it cost?" are two questions. */
function clausesOf(sentence: string): string[] {
  if (!asks(sentence)) return [sentence];
  const clauses = sentence.split(another);
  return clauses.map((clause, at) => (at < clauses.length - 1 ? `${clause.trim()}?` : clause));
}

// Blanks are single here: `askedSentences` joins them.
const another = new RegExp(
  String.raw`,? (?:and|und) (?=(?:how|what|when|where|which|why|wie|was|wann|wo|welche[nrs]?|warum) |` +
    String.raw`(?:can|could|may|must|do|does|is|are|will) (?:i|you|we|it|they|there|the|my|your|this) |` +
    String.raw`(?:kann|können|darf|muss|ist|sind|gibt|habe|haben|wird) (?:ich|sie|es|man|der|die|das|wir|ihr|eine?) )`,
  'iu',
);

// Questions that want nothing to be answered.
const idle = new RegExp(
  String.raw`^(?:(?:and|so|und|hallo|hello|hi),? )?(?:` +
    String.raw`(?:can|could|would) (?:you|someone|anyone|anybody)(?: please)? help(?: me| us)?(?: out)?|` +
    String.raw`how are you(?: doing| today)?|any (?:ideas?|help|advice)|` +
    String.raw`(?:können sie|könnten sie|kannst du|könntest du) (?:mir|uns)(?: bitte)? (?:weiter)?helfen|` +
    String.raw`wie geht(?: e|['’])?s(?: ihnen| dir| euch)?|` +
    String.raw`pouvez-vous m['’]aider|(?:me )?puede(?:n|s)? ayudar(?:me)?|(?:mi )?può aiutar(?:mi|e)|` +
    String.raw`pode(?:m)? (?:me )?ajudar(?:-me)?|(?:kunt u|kun je|kan iemand) (?:mij|me)(?: even)? helpen) ?[?？]$`,
  'iu',
);
