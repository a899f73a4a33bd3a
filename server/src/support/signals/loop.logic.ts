import { wordsOf } from '../../platform/text/plain-words.logic.ts';
import { fold, oneOf, phrase } from './text.logic.ts';

export interface PastMessage {
  readonly from: 'customer' | 'us';
  readonly text: string;
}

/** Whether the customer repeats a question after our reply, or complains that we missed the question. */
export function repeatsItself(text: string, history: readonly PastMessage[]): boolean {
  const lastReply = history.findLastIndex((message) => message.from === 'us');
  if (lastReply === -1) return false;
  if (missed.test(fold(text))) return true;
  const words = matterOf(text);
  const before = history.slice(0, lastReply).filter((message) => message.from === 'customer');
  return words.size >= fewestWords && before.some((message) => overlap(words, matterOf(message.text)) >= sameMatter);
}

/** The share of common words. Follow-up questions on one subject have less; a repeated question has more. */
const sameMatter = 0.6;
const fewestWords = 2;

const missed = phrase(
  '\\b',
  oneOf(
    "(?:that's|thats|that is|this is|it's) not (?:what i (?:asked|meant|wanted)|my question|an answer|the answer)",
    "(?:that|this|you|it) (?:didn't|did not|doesn't|does not|don't|do not) " +
      '(?:really |even |actually )?(?:answer(?: my| the)?|address|' +
      'understand)(?: (?:me|my|the|question|problem|issue|what i))*',
    '(?:same|identical) (?:answer|reply|response|link|thing)(?: again| twice)?(?: is| as before| you)?',
    'you (?:already|just) (?:said|told me|sent|gave me) (?:that|this|the same)',
    'i (?:already|just) (?:told you|said|asked|tried (?:that|this|it)|did that)',
    'i asked (?:something|a different|another|about)',
    "you're not (?:listening|reading|understanding)",
    'did you (?:even )?read my',
    'read my (?:message|question|email) again',
    'asking (?:again|the same)',
    'das (?:habe ich nicht gefragt|war nicht meine frage|beantwortet (?:meine frage )?nicht)',
    "ce n'est pas ma question",
    'vous ne repondez pas',
    'eso no es lo que pregunte',
    'no responde a mi pregunta',
    'non e quello che ho chiesto',
    'nao foi isso que perguntei',
    'dat vroeg ik niet',
    'geen antwoord op mijn vraag',
  ),
  '\\b',
);

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}

const matterOf = (text: string) =>
  new Set(
    wordsOf(fold(text))
      .filter((word) => !small.has(word))
      .map((word) => word.replace(/(?<=.{3})(?:ing|ed|es|s)$/u, '')),
  );

const small = new Set(
  (
    'a an the i you we it my your our is are was do does did can could will would should to of in on at for from ' +
    'with and or but so not no yes ' +
    'this that what which who when where why how please thanks thank hi hello hey dear just still again also me am ' +
    "i'm it's there been have has had be get got any some if about know tell"
  ).split(' '),
);
