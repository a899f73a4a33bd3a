import type { Claim } from './claim.logic.ts';
import { coverage, similarityOf, statementOf } from './statement-similarity.logic.ts';

/** For whom or by what alone something holds ("only with the Premier Account"), in words. */
export function onlyIn(sentence: string): string | null {
  for (const pattern of patterns) {
    const who = pattern.exec(sentence)?.[1];
    if (who) return who;
  }
  return null;
}

const link = '(?:with|to|for|in|on|at|by|via|as)';
const patterns = [
  /^(?:an? |the )?([^,;.]{2,40}?) (?:is|are) the only\b/i,
  /^(?:only|solely|exclusively) ([^,;.]{3,50}?) (?:can|may|must|are|is|have|has|get|will)\b/i,
  new RegExp(
    `\\b(?:only|solely|exclusively) (?:be )?\\p{L}+(?:ed|en) ${link} (?:the |an? )?([^,;.]{3,40}?)(?=[,;.]|$)`,
    'iu',
  ),
  new RegExp(`\\b(?:only|solely|exclusively) ${link} (?:the |an? )?([^,;.]{3,40}?)(?=[,;.]|$)`, 'i'),
  new RegExp(`\\b${link} (?:the |an? )?([^,;.]{3,40}?) only(?=[,;.]|$)`, 'i'),
];

/** One says that it holds for these alone; the other gives it to all, to another of the kind, or leaves the choice. */
export function excludes(one: Claim, other: Claim): boolean {
  const { only } = one;
  if (!only || other.only) return false;
  const rest = new Set([...one.subject].filter((stem) => !only.stems.has(stem)));
  const here = statementOf(one, rest);
  const there = statementOf(other, other.subject);
  const { common } = similarityOf(here, there);
  const covered = coverage(here, there);
  if (doesWithout(other.quote, only.words)) return common >= 1 && covered >= 0.5;
  if (other.denies || other.isConditional) return false;
  if (leavesChoice(other.quote, only.words)) return common >= 1 && covered >= 0.5;
  const isSame = (common >= 1.8 && covered >= 0.8) || (common >= 1.5 && covered >= 0.95);
  return isSame && (givesToAll.test(other.quote) || givesToAnother(one, other) || givesToRole(one, other));
}

// "Only with the receipt", and "without a receipt".
function doesWithout(quote: string, words: string): boolean {
  const said = words.toLowerCase().replace(/^(?:the|an?|your) /, '');
  const lacks = /\b(?:without|no|not need|n[’']t need|not require)(?: (?:the|an?|any|your))? ([^,;.]*)/gi;
  return [...quote.matchAll(lacks)].some(([, lacking = '']) => lacking.toLowerCase().startsWith(said));
}

// "Only the owner can", and "Admins can".
function givesToRole({ only }: Claim, other: Claim): boolean {
  const role = /^(?:the |an? )?(\p{L}+) (?:can|may|are allowed to)\b/iu.exec(other.quote)?.[1]?.toLowerCase();
  const alone = only?.words.toLowerCase().split(' ').at(-1) ?? '';
  const one = (name: string) => name.replace(/s$/, '');
  return role !== undefined && roles.has(one(role)) && roles.has(one(alone)) && one(role) !== one(alone);
}

const roles = new Set(
  'admin administrator owner member manager editor viewer user customer employee colleague team agent supervisor teacher student parent accountant tenant landlord guest'.split(
    ' ',
  ),
);

const givesToAll = /^(?:every|any|all|anyone|anybody|everyone|everybody|both|each)\b/i;

const leavesChoice = (quote: string, words: string): boolean => {
  const said = quote.toLowerCase();
  const at = said.indexOf(words.toLowerCase());
  return (
    at >= 0 &&
    (/^(?:,[^.;]*)?\s+or\b/.test(said.slice(at + words.length)) || /\bor\s+(?:by |an? |the )?$/.test(said.slice(0, at)))
  );
};

// "Premier Account" and "Platinum Account": the kind is in both, the name in one each.
function givesToAnother({ only, words }: Claim, other: Claim): boolean {
  const stems = [...(only?.stems ?? [])];
  const kind = stems.at(-1) ?? '';
  const isNamed = stems.length > 1 && other.subject.has(kind) && !stems.every((stem) => other.context.has(stem));
  const noun = only?.words.toLowerCase().split(' ').at(-1)?.replace(/s$/, '') ?? '';
  return (
    isNamed &&
    [...other.names].some((name) => !words.has(name) && other.quote.toLowerCase().includes(`${name} ${noun}`))
  );
}
