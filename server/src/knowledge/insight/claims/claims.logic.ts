import { withoutMarkup } from '../../../platform/text/markup.logic.ts';
import type { Stem } from '../../../platform/text/tokens.logic.ts';
import { topicOf } from '../../search/text/topic.logic.ts';
import type { Value } from '../values/value.logic.ts';
import { labelledIn, valuesIn, type Valued } from '../values/values.logic.ts';
import type { Claim, Part } from './claim.logic.ts';

/** A sentence, or a cell of a table read as one. */
export interface Sentence {
  text: string;
  /** Words in front that it goes on about: "**Utrecht**, 105 Canal Street. Closed on Sundays." */
  lead?: string;
  /** The row of a cell as the document has it, and the names of row and column. */
  quote?: string;
  labels?: readonly string[];
}

export interface ClaimedPassage {
  title: string;
  headingPath: readonly string[];
  sentences: readonly Sentence[];
  language: string;
}

/** What goes on for longer is no sentence, but a text whose sentences were lost. */
const longest = 1000;
const leastWords = 3;

/** The claims of a passage, a sentence each; questions, scraps, examples and what was once so claim nothing. */
export function claimsOf({ title, headingPath, sentences, language }: ClaimedPassage, stem: Stem): Claim[] {
  const heading = headingPath.at(-1) ?? '';
  const around = { title: topicOf(title, stem).stems, heading: topicOf(heading, stem).stems };
  return sentences.flatMap((sentence): Claim[] => {
    const quote = withoutMarkup(sentence.quote ?? sentence.text);
    if (sentence.text.length > longest || claimsNothing.test(quote)) return [];
    const said = answered(withoutMarkup(sentence.text), heading || title);
    const valued = valuesIn(said);
    if (!sentence.labels && quote.split(' ').length < leastWords && valued.placed.length < 2) return [];
    const above = [title, ...headingPath, sentence.lead ?? ''];
    const names = language === 'de' ? [] : namesIn(sentence.lead ?? '', valued.rest);
    const named = { names: new Set([...names, ...labelledIn([...above, quote].join('\n'))]), above: above.join(' ') };
    const under = above.slice(1).join('\n');
    return [
      {
        ...around,
        quote,
        under,
        ...statementOf(valued, stem),
        ...aboutIn(sentence, { ...named, said, rest: valued.rest }, stem),
      },
    ];
  });
}

/** What a sentence says: its values, or what it affirms or denies, and in which case. */
function statementOf(valued: Valued, stem: Stem) {
  const { rest } = valued;
  const denied = deniedClause(rest, stem);
  const parts = partsOf(valued, stem);
  return {
    parts,
    // A day without hours has hours of its own kind, and denies none.
    denies: denied !== null && !parts.some(({ values }) => values.some(isHours)),
    main: topicOf(denied ?? mainClause(rest), stem).stems,
    condition: topicOf(`${leadingIn(rest)} ${trailingIn(rest)}`, stem).stems,
  };
}

/** What it is about, by itself and by what stands around it. */
function aboutIn(
  { text, labels }: Sentence,
  about: { names: Set<string>; above: string; said: string; rest: string },
  stem: Stem,
) {
  const [own, above] = [topicOf(about.rest, stem), topicOf(about.above, stem)];
  const only = onlyIn(withoutMarkup(text));
  return {
    subject: own.stems,
    only: only === null ? null : { words: only, stems: topicOf(only, stem).stems },
    refers: referring.test(about.said),
    context: own.stems.union(above.stems),
    words: own.words.union(above.words).union(about.names),
    names: about.names,
    labels: (labels ?? []).map((label) => topicOf(label, stem).stems),
    isItem: labels !== undefined || /^\s*(?:[-*+•|]|\d+[.)])\s/.test(text),
  };
}

// Questions, what customers say, examples, what was once so, and what only goes with another sentence.
const claimsNothing =
  /\?$|^(?:I|I'm|I’m|I've|I’ve|my|ich|mein\p{L}{0,2}|je|j'|j’)(?!\p{L})|\b(?:for example|for instance|e\.g\.|example:|suppose|imagine|let's say|zum beispiel|z\. ?b\.|beispiel:|par exemple|por ejemplo|used to|formerly|previously|früher|damals|autrefois|antes)(?!\p{L})|\b(?:in|until|before|till|bis|vor|jusqu'en|hasta) [^.\d]{0,20}\b(?:19|20)\d\d\b[^.]{0,60}\b(?:was|were|had|cost|charged|did|could|kostete|war|waren|hatte|betrug)\b|\b(?:was|were|had|cost|did|could|kostete|war|waren|betrug)\b[^.]{0,60}\b(?:in|until|before|till|bis|vor) [^.\d]{0,20}\b(?:19|20)\d\d\b|\b(?:may|can|do|does|is|are|will|has|have)(?: not|n[’']t)[.!]?$|\b(?:in|during|at) that time\b|\bmay be no\b|\b(?:not|n[’']t|no) (?:have|need|offer|provide|accept) (?:one|any|it|them|that)\b/iu;
const conditional =
  /\b(?:if(?! you (?:like|want|wish)\b)|unless|when|while|once(?! (?:a|per|every)\b)|as long as|provided|wenn|falls|sofern|solange|si|lorsque|cuando)\b/i;
const limit = new RegExp(
  `[,;]?\\s*(?:\\b(?:except|apart from|other than|außer|sauf|excepto|salvo)\\b|${conditional.source}).*$`,
  'i',
);
// In front a case ends at the comma, behind at the end.
const leading = new RegExp(
  `^\\s*(?:${conditional.source}|for|with|without|outside|in case of|bei|für|mit|ohne)\\b([^,:]*)[,:]`,
  'i',
);
const trailing = new RegExp(`${conditional.source}([^,;]*)`, 'i');

const leadingIn = (sentence: string) => leading.exec(sentence)?.[1] ?? '';
const trailingIn = (piece: string) => trailing.exec(piece)?.[1] ?? '';
const sinceIn = (piece: string) =>
  /\b(?:after|since) ([^,;.]*)/i.exec(piece)?.[1] ??
  /\bof (purchase|delivery|receipt|arrival)\b/i.exec(piece)?.[1] ??
  '';

/** "Dogs are allowed when kept on a lead": what is allowed, is dogs. What begins with its condition is left whole. */
function mainClause(sentence: string): string {
  const main = sentence.replace(leading, '').replace(limit, '');
  return main.trim().split(/\s+/).length < 4 ? sentence : main;
}

/** The clause that denies, with what the sentence begins to speak of; null when it denies nothing. */
function deniedClause(sentence: string, stem: Stem): string | null {
  const clauses = mainClause(sentence).split(betweenClauses);
  const at = clauses.findIndex((clause) => topicOf(clause.replace(leading, ' ').replace(relative, ' '), stem).denies);
  if (at < 0) return null;
  const [subject = ''] = at === 0 ? [] : topicOf(clauses[0] ?? '', stem).words;
  return `${subject} ${clauses[at] ?? ''}`.replace(/\bsupported\b/gi, ' ');
}

const betweenClauses =
  /[;,]\s+(?:and|but|so|und|aber)\s+|\s+(?:and|but|und|aber)\s+(?!not\b|nicht\b)(?=[^,;]*(?:\b(?:not|cannot|never|no|nicht|kein\p{L}*)\b|n[’']t\b))/iu;
// "Bikes that have no number" and "opened or not" deny nothing.
const relative =
  /,? (?:that|which|who|whose) (?:is|are|was|were|has|have|had|do|does|did|can|cannot|could|will|may|must)\b(?:(?! (?:cannot|(?:can|may|must|will|is|are|does?) not)\b)[^,;])*|, [^,]{3,30} or not(?=[,.]|$)|^\s*(?:no|kein\p{L}*)\s[^:.,;]{2,30}:/giu;

// "Yes, …" and "No, …" under a question say that what was asked is so, or is not.
function answered(sentence: string, heading: string): string {
  const reply = /^(?:(yes|ja|oui|sí)|(no|nein|non))\b\s*[,.!:;–-]+\s*/i.exec(sentence);
  if (!reply) return sentence;
  if (!heading.trimEnd().endsWith('?')) return sentence.slice(reply[0].length);
  return `${heading} ${reply[2] ? 'not' : ''}`;
}

// "It takes up to three weeks until …" and "it is possible" go on about nothing.
const referring =
  /^(?:(?:For|On|In|At|From|After|With) [^,.]{3,40}?,? )?(?:it|they|this|these|those)\b(?! (?:can |may |will |usually |normally |often )*(?:takes?|depends|is (?:possible|allowed|forbidden|easy|required|up to)))|\b(?:it|they) (?:costs?|lasts?|opens?|closes?|(?:is|are) (?:open|[€$£\d])|can be)\b/i;

// A capital inside of a sentence; a letter or a number behind one belongs to it ("Orion X"). Ways through menus are none.
const namesIn = (lead: string, rest: string): string[] =>
  // "**Leiden**" in front of a paragraph may be a name, "**Opening hours**" is none.
  (
    `${/^\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*$/u.test(lead) ? `in ${lead}` : ''}. ${rest}`
      .replace(/\p{Lu}[^.>→]*(?:[>→][^.>→]*)+/gu, ' ')
      .match(/(?<=[\p{Ll}\p{N},)] (?:\p{Lu}\p{Ll}+ )*)\p{Lu}[\p{L}\p{N}-]*/gu) ?? []
  )
    .map((name) => name.toLowerCase())
    .filter((name) => name !== 'i' && !/^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/.test(name));

const link = '(?:with|to|for|in|on|at|by|via|as)';
const onlyPatterns = [
  /^(?:an? |the )?([^,;.]{2,40}?) (?:is|are) the only\b/i,
  /^(?:only|solely|exclusively) ([^,;.]{3,50}?) (?:can|may|must|are|is|have|has|get|will)\b/i,
  new RegExp(
    `\\b(?:only|solely|exclusively) (?:(?:be )?\\p{L}+(?:ed|en) )?${link} (?:the |an? )?([^,;.]{3,40}?)(?=[,;.]|$)`,
    'iu',
  ),
  new RegExp(`\\b${link} (?:the |an? )?([^,;.]{3,40}?) only(?=[,;.]|$)`, 'i'),
];
const onlyIn = (sentence: string): string | null =>
  onlyPatterns.map((pattern) => pattern.exec(sentence)?.[1]).find((who) => who !== undefined) ?? null;

const separators = /[;,](?=\s)|\s(?:and|but|or|so that|und|aber|oder|sondern|et|mais|y|pero)\s/gi;

/** The pieces of a sentence that have values, in their order; days go with the hours beside them. */
function partsOf({ placed, rest }: Valued, stem: Stem): Part[] {
  const all = placed.map(({ value }) => value);
  const ends = [...[...rest.matchAll(separators)].map((match) => match.index + match[0].length), rest.length];
  return ends.flatMap((end, at) => {
    const start = ends[at - 1] ?? 0;
    const text = rest.slice(start, end);
    const inside = placed.filter(({ index }) => index >= start && index < end).map(({ value }) => value);
    const values = onTheirDays(inside, all, text);
    if (values.length === 0) return [];
    const [subject, condition, since] = [text, `${leadingIn(rest)} ${trailingIn(text)}`, sinceIn(text)].map(
      (each) => topicOf(each, stem).stems,
    );
    return subject && condition && since ? [{ values, subject, condition, since }] : [];
  });
}

const isHours = ({ kind }: Value): boolean => kind === 'opens' || kind === 'closes';
const daysOf = (values: readonly Value[]): number =>
  values.reduce((days, { kind, amount }) => (kind === 'weekdays' ? days | amount : days), 0);

/** Hours on the days beside them; none on a day that is closed. "Free for two hours" has a price beside it, and is left out. */
function onTheirDays(values: readonly Value[], all: readonly Value[], text: string): Value[] {
  const days = daysOf(values) || daysOf(all);
  if (all.some(isHours))
    return values.flatMap((value) => (value.kind === 'weekdays' ? [] : isHours(value) ? { ...value, days } : value));
  if (daysOf(values) !== 0 && /\b(?:closed|geschlossen)\b/i.test(text))
    return (['opens', 'closes'] as const).map((kind) => ({ kind, unit: 'minute', amount: 0, days }));
  const isCase = values.some(({ kind, unit }) => kind === 'duration' || (kind === 'money' && unit !== 'free'));
  return values.filter(({ unit }) => !isCase || unit !== 'free');
}
