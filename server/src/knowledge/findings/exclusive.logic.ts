import type { Claim } from './claims.logic.ts';
import { coverage, likenessOf, statementOf } from './likeness.logic.ts';

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
  /^only ([^,;.]{3,50}?) (?:can|may|must|are|is|have|has|get|will)\b/i,
  new RegExp(`\\bonly ${link} (?:the |an? )?([^,;.]{3,40}?)(?=[,;.]|$)`, 'i'),
  new RegExp(`\\b${link} (?:the |an? )?([^,;.]{3,40}?) only(?=[,;.]|$)`, 'i'),
];

/** One says that it holds for these alone; the other gives it to all, to another of the kind, or leaves the choice. */
export function excludes(one: Claim, other: Claim): boolean {
  const { only } = one;
  if (!only || other.denies || other.isConditional || other.only) return false;
  const rest = new Set([...one.subject].filter((stem) => !only.stems.has(stem)));
  const here = statementOf(one, rest);
  const there = statementOf(other, other.subject);
  const { common } = likenessOf(here, there);
  const covered = coverage(here, there);
  if (leavesChoice(other.quote, only.words)) return common >= 1 && covered >= 0.5;
  return common >= 1.8 && covered >= 0.8 && (givesToAll.test(other.quote) || givesToAnother(one, other));
}

const givesToAll = /^(?:every|any|all|anyone|anybody|everyone|everybody|both|each)\b/i;

const leavesChoice = (quote: string, words: string): boolean => {
  const said = quote.toLowerCase();
  const at = said.indexOf(words.toLowerCase());
  return (
    at >= 0 && (/^\s+or\b/.test(said.slice(at + words.length)) || /\bor\s+(?:by |an? |the )?$/.test(said.slice(0, at)))
  );
};

// "Premier Account" and "Platinum Account": the kind is in both, the name in one each.
function givesToAnother({ only, words }: Claim, other: Claim): boolean {
  const stems = [...(only?.stems ?? [])];
  const kind = stems.at(-1) ?? '';
  const isNamed = stems.length > 1 && other.subject.has(kind) && !stems.every((stem) => other.context.has(stem));
  return isNamed && [...other.names].some((name) => !words.has(name));
}
