import { withoutMarkup } from '../../../platform/text/markup.logic.ts';
import type { Stem } from '../../../platform/text/tokens.logic.ts';
import { topicOf } from '../../search/text/topic.logic.ts';
import type { Value } from '../values/value.logic.ts';
import { labelledIn, valuesIn, type Placed, type Valued } from '../values/values.logic.ts';
import type { Claim, Part } from './claim.logic.ts';

/** A sentence, or a cell of a table read as one. */
export interface Sentence {
  text: string;
  /** Words in front that it goes on about: "**Utrecht**, 105 Canal Street. Closed on Sundays." */
  lead: string;
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

/** The claims of a passage, a sentence each; questions, fragments, examples and what was once so claim nothing. */
export function claimsOf(passage: ClaimedPassage, stem: Stem): Claim[] {
  const heading = passage.headingPath.at(-1) ?? '';
  const around = topicOf([passage.title, ...passage.headingPath].join(' '), stem);
  const shared = {
    title: topicOf(passage.title, stem).stems,
    heading: topicOf(heading, stem).stems,
  };
  return passage.sentences.flatMap((sentence): Claim[] => {
    const text = withoutMarkup(sentence.text);
    const quote = withoutMarkup(sentence.quote ?? sentence.text);
    if (text.length > longest || claimsNothing.test(quote) || (!sentence.labels && fragment.test(quote))) return [];
    const said = answered(text, heading || passage.title);
    const valued = valuesIn(said);
    if (!sentence.labels && quote.split(' ').length < leastWords && valued.placed.length < 2) return [];
    const { rest } = valued;
    const only = onlyIn(text);
    const subject = topicOf(rest, stem);
    const lead = topicOf(sentence.lead, stem);
    const denied = deniedClause(rest, stem);
    const labelled = labelledIn([passage.title, ...passage.headingPath, sentence.lead, text].join('\n'));
    const names = passage.language === 'de' ? [] : namesIn(`${asName(sentence.lead)}. ${rest}`);
    return [
      {
        ...shared,
        quote,
        subject: subject.stems,
        parts: partsOf(valued, stem),
        denies: denied !== null,
        main: topicOf(denied ?? mainClause(rest), stem).stems,
        condition: topicOf(`${leadingIn(rest)} ${trailingIn(rest)}`, stem).stems,
        only: only === null ? null : { words: only, stems: topicOf(only, stem).stems },
        refers: referring.test(said),
        context: new Set([...subject.stems, ...lead.stems, ...around.stems]),
        under: [...passage.headingPath, sentence.lead].join('\n'),
        words: new Set([...rates(text), ...subject.words, ...lead.words, ...around.words, ...labelled]),
        names: new Set([...names, ...labelled]),
        labels: (sentence.labels ?? []).map((label) => topicOf(label, stem).stems),
        isItem: sentence.labels !== undefined || /^\s*(?:[-*+•|]|\d+[.)])\s/.test(sentence.text),
      },
    ];
  });
}

// Questions, what customers say, examples, what was once so, and what only goes with another sentence.
const claimsNothing =
  /\?$|^(?:I|I'm|I’m|I've|I’ve|my|ich|mein\p{L}{0,2}|je|j'|j’)(?!\p{L})|\b(?:for example|for instance|e\.g\.|example:|suppose|imagine|let's say|zum beispiel|z\. ?b\.|beispiel:|par exemple|por ejemplo|used to|formerly|previously|früher|damals|autrefois|antes)(?!\p{L})|\b(?:in|until|before|till|bis|vor|jusqu'en|hasta) [^.\d]{0,20}\b(?:19|20)\d\d\b[^.]{0,60}\b(?:was|were|had|cost|charged|did|could|kostete|war|waren|hatte|betrug)\b|\b(?:was|were|had|cost|did|could|kostete|war|waren|betrug)\b[^.]{0,60}\b(?:in|until|before|till|bis|vor) [^.\d]{0,20}\b(?:19|20)\d\d\b|\b(?:may|can|do|does|is|are|will|has|have)(?: not|n[’']t)[.!]?$|\b(?:in|during|at) that time\b|\bmay be no\b|\b(?:not|n[’']t|no) (?:have|need|offer|provide|accept) (?:one|any|it|them|that)\b/iu;
const fragment = /^(?:[-+•]\s+)?\p{Ll}+[\s,]/u;

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

// A plan or a place may be told by how often something is.
const rates = (text: string): string[] =>
  (text.match(/\b(?:daily|weekly|monthly|quarterly|yearly|annual)\b/gi) ?? []).map((word) => word.toLowerCase());

// "**Leiden**" in front of a paragraph may be a name, "**Opening hours**" is none.
const asName = (lead: string) => (/^\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*$/u.test(lead) ? `in ${lead}` : '');

// A capital inside of a sentence; a letter or a number behind one belongs to it ("Orion X"). Ways through menus are none.
const namesIn = (text: string): string[] =>
  (
    text
      .replace(/\p{Lu}[^.>→]*(?:[>→][^.>→]*)+/gu, ' ')
      .match(/(?<=[\p{Ll}\p{N},)] (?:\p{Lu}\p{Ll}+ )*)\p{Lu}[\p{L}\p{N}-]*/gu) ?? []
  )
    .filter((name) => !/^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$|^I$/i.test(name))
    .map((name) => name.toLowerCase());

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
  const ends = [...rest.matchAll(separators)].map((match) => match.index + match[0].length);
  const stretches: { text: string; placed: Placed[] }[] = [];
  for (const [at, end] of [...ends, rest.length].entries()) {
    const start = at === 0 ? 0 : (ends[at - 1] ?? 0);
    const piece = { text: rest.slice(start, end), placed: placed.filter(({ index }) => index >= start && index < end) };
    const last = stretches.at(-1);
    if (piece.placed.length === 0) continue;
    if (!last || !goTogether(last.placed, piece.placed)) stretches.push(piece);
    else stretches[stretches.length - 1] = { text: last.text + piece.text, placed: [...last.placed, ...piece.placed] };
  }
  return stretches.map(({ text, placed: inside }) => ({
    values: onTheirDays(
      inside.map(({ value }) => value),
      text,
    ),
    subject: topicOf(text, stem).stems,
    condition: topicOf(`${leadingIn(rest)} ${trailingIn(text)}`, stem).stems,
    since: topicOf(sinceIn(text), stem).stems,
  }));
}

const isOf =
  (kinds: string) =>
  ({ value }: Placed) =>
    kinds.includes(value.kind);

// "Monday to Friday, 9:00 to 18:00": a stretch of days alone belongs to the hours behind it, or to those before.
const goTogether = (last: readonly Placed[], next: readonly Placed[]): boolean =>
  (last.every(isOf('weekdays')) && next.some(isOf('opens closes'))) ||
  (next.every(isOf('weekdays')) && last.some(isOf('opens closes')) && !last.some(isOf('weekdays')));

/** The days of the hours that stand beside them, and of "closed"; "free for two hours" has a price beside it. */
function onTheirDays(values: readonly Value[], text: string): Value[] {
  const days = values.filter(({ kind }) => kind === 'weekdays').reduce((all, { amount }) => all | amount, 0);
  const isOpen = values.some(({ kind }) => kind === 'opens' || kind === 'closes');
  if (days !== 0 && !isOpen && /\b(?:closed|geschlossen)\b/i.test(text))
    return [
      { kind: 'opens', unit: 'minute', amount: 0, days },
      { kind: 'closes', unit: 'minute', amount: 0, days },
    ];
  if (isOpen)
    return values.flatMap((value) => {
      if (value.kind === 'weekdays') return [];
      return value.kind === 'opens' || value.kind === 'closes' ? { ...value, days } : value;
    });
  const isCase = values.some(({ kind, unit }) => kind === 'duration' || (kind === 'money' && unit !== 'free'));
  return values.filter(({ unit }) => !isCase || unit !== 'free');
}
