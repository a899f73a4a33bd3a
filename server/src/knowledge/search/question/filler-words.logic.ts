import { primaryLanguage } from '../../../platform/text/language-tag.logic.ts';
import { isSmallWord } from '../../../platform/text/stopwords.logic.ts';

/**
 * Words that people wrap a question in. They keep a third of their weight: without them "what is X" loses its form, and at
 * full weight a rare "please" decides the ranking in a small knowledge base.
 */
const fillerWeight = 0.3;

const fillerWords = `
  i me my mine myself we us our ours you your yours he him his she her hers it its they them their theirs this that these
  those there here
  a an the and or but so if of to in on at by for from with about into as than then
  am is are was were be been being do does did doing done have has had having can could may might must shall should will
  would cant couldnt wont wouldnt dont doesnt didnt isnt arent wasnt havent hasnt im ive id ill
  what which who whom whose when where why how whats wheres hows
  please pls plz thanks thank thx hello hi hey dear sorry kindly regards cheers okay ok
  just really very also too any some someone anyone something anything thing things stuff now still again yet ever
  want wanna need like know tell help let get got gotten getting
  u ur r im gonna gotta hmm oh well actually basically
`;

/** Words that fit every topic: they carry little of the question. */
const genericWeight = 0.7;
const genericWords = `
  much many most more able way time back going go goes went make makes made use using used take takes took give
  gave find see look work works put come comes keep try trying tried possible possibly soon long often anyway already think
  thought say says said happen happens happened happening supposed mean means without within during after before only lot bit
  little first
`;
const weights = new Map<string, number>([
  ...genericWords.split(/\s+/).map((word): [string, number] => [word, genericWeight]),
  ...fillerWords.split(/\s+/).map((word): [string, number] => [word, fillerWeight]),
]);

/**
 * The weight of the small words of other languages. It is lower than that of English ones, because these are also worth less by
 * their idf anywhere (common-words.logic.ts), which was counted in English only: in a small knowledge base "seit" looks rare.
 */
const smallWordWeight = 0.15;

/** 1 for a word that carries meaning, less for one that does not. */
export function wordWeight(word: string, language: string): number {
  const isEnglish = primaryLanguage(language) === 'en';
  return !isEnglish && isSmallWord(word, language) ? smallWordWeight : (weights.get(word) ?? 1);
}
