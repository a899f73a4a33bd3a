import { sentencesOf } from '../../../platform/text/sentences.logic.ts';
import { suspiciousTextIn } from '../../library/parsing/content/hidden-instructions.logic.ts';
import { quoteOf, type NewFinding, type FindingPlace } from '../findings/finding.logic.ts';
import { sentence, type Sentence } from '../../../platform/words/sentence.logic.ts';

/** A serving document; `spoken` are its sentences with a detected language (ISO 639-1), in order. */
export interface Examined {
  id: string;
  version: number;
  title: string;
  passages: readonly { text: string; headingPath: readonly string[] }[];
  spoken: readonly { text: string; language: string }[];
  /** Hidden text of the source that addresses a machine; no passage contains it. */
  hiddenInstructions: readonly string[];
}

/** Fewer words can hardly answer anything, unless they are … */
const thinBelow = 20;
/** … one whole sentence of this many words, which says who, what and when. */
const wholeFrom = 12;
const unfinished = new RegExp(
  String.raw`\b(?:under construction|coming soon|lorem ipsum|placeholder|to be (?:added|announced|completed|done|written)|` +
    String.raw`tbd|todo|in arbeit|folgt in kürze|en construction|en construcción)\b`,
  'i',
);
/** Placeholder text, whatever its length. */
const standIn = /\blorem ipsum\b|[[{<](?:insert|placeholder|tbd|todo|your text)\b[^\]}>]*[\]}>]/i;
/** A text of this many words without any heading has lost its structure, or never had one. */
const structureFrom = 1_500;
/** From this share of the text and this number of sentences on, a second language is more than a quotation. */
const mixedFrom = 0.25;
const mixedSentences = 2;

/** The faults of a document by itself. */
export function conditionOf(document: Examined): NewFinding[] {
  return [thin(document), broken(document), mixed(document), injected(document)].filter((found) => found !== null);
}

function thin(document: Examined): NewFinding | null {
  const text = allOf(document);
  const words = wordsOf(text).length;
  const isWhole = holdsSentence(text) && !unfinished.test(text);
  const nameless =
    /^(?:untitled|unbenannt|sans titre|title|test|(?:new |neue[rs]? )?(?:document|dokument|page|seite|file))[\s_-]*\d*$/i;
  const badTitle = nameless.test(document.title.trim()) || wordsOf(document.title).join('').length < 3;
  const isStandIn = standIn.test(text);
  if ((words >= thinBelow || isWhole) && !badTitle && !isStandIn) return null;
  return {
    ...about(document, 'thin', [document.passages[0]?.text ?? document.title]),
    severity: 'low',
    detail: whyThin(document, { words, badTitle, isStandIn }),
    suggestion: badTitle
      ? sentence`Give it a title in the words that customers use. Titles count for much in search.`
      : sentence`Add more detail, or merge it with a related document.`,
  };
}

function whyThin({ title }: Examined, thin: { words: number; badTitle: boolean; isStandIn: boolean }): Sentence {
  if (thin.badTitle) return sentence`The title “${title}” does not say what the document is about.`;
  if (thin.isStandIn) return sentence`The document contains only placeholder text.`;
  if (thin.words === 1) return sentence`The document has only one word.`;
  return sentence`The document has only ${thin.words} words.`;
}

const holdsSentence = (text: string) =>
  sentencesOf(text).some((line) => /[.!?]["'”’»)]*$/.test(line) && wordsOf(line).length >= wholeFrom);

function broken(document: Examined): NewFinding | null {
  const text = allOf(document);
  const words = wordsOf(text);
  const unread = troubleIn(text, words);
  const trouble =
    unread ?? (headless(document, words.length) ? sentence`The document is long and has no headings.` : null);
  if (!trouble) return null;
  return {
    ...about(document, 'broken_extraction', [worstOf(document)]),
    severity: unread ? 'medium' : 'low',
    detail: trouble,
    suggestion: sentence`Check its passages, then upload it in another format (DOCX, HTML or Markdown) with real headings and text.`,
  };
}

function troubleIn(text: string, words: readonly string[]): Sentence | null {
  const lost = (text.match(/\uFFFD|[\uE000-\uF8FF]/gu) ?? []).length;
  if (lost >= 3 && lost / text.length > 0.002) return sentence`Characters were lost when the text was extracted.`;
  // "fÃ¼r", "donâ€™t": UTF-8 that was read in another encoding.
  const garbled = (
    text.match(/[ÃÂ][\u0080-\u00BF\u0152-\u0178\u2013-\u203A]|â€[\u0098-\u00BF\u0152-\u0178\u2013-\u2122]/gu) ?? []
  ).length;
  if (garbled >= 3) return sentence`The text was read in the wrong encoding.`;
  if (words.length < thinBelow) return null;
  const single = words.filter((word) => /^\p{L}$/u.test(word)).length / words.length;
  if (single > 0.35) return sentence`Words were split into single letters when the text was extracted.`;
  // Addresses and scripts without spaces are long too, but they are not most of a text in Latin letters.
  const glued = words.filter((word) => word.length > 25 && /^[a-z]+$/i.test(word)).length / words.length;
  return glued > 0.05 ? sentence`Words ran together when the text was extracted.` : null;
}

const headless = ({ passages }: Examined, words: number) =>
  words >= structureFrom && passages.every(({ headingPath }) => headingPath.length === 0);

const worstOf = ({ passages }: Examined) =>
  (passages.find(({ text }) => /\uFFFD|[\uE000-\uF8FF]/u.test(text)) ?? passages[0])?.text ?? '';

function mixed(document: Examined): NewFinding | null {
  const [first, second] = languagesOf(document);
  const all = document.spoken.reduce((sum, { text }) => sum + text.length, 0);
  if (!first || !second || second.length / all < mixedFrom || second.sentences.length < mixedSentences) return null;
  return {
    ...about(
      document,
      'mixed_language',
      [first, second].map(({ sentences }) => sentences[0] ?? ''),
    ),
    severity: 'low',
    detail: sentence`The document is written partly in “${first.language}” and partly in “${second.language}”.`,
    suggestion: sentence`Create one document per language. Search uses one language for each document.`,
  };
}

/** The language with the most text first. */
function languagesOf({ spoken }: Examined) {
  const groups = Map.groupBy(spoken, ({ language }) => language);
  return [...groups]
    .map(([language, of]) => {
      const sentences = of.map(({ text }) => text);
      return { language, sentences, length: sentences.join('').length };
    })
    .sort((one, other) => other.length - one.length);
}

function injected(document: Examined): NewFinding | null {
  const seen = document.passages.flatMap(({ text }) => suspiciousTextIn(text) ?? []);
  const quotes = [...document.hiddenInstructions, ...seen.map(({ quote }) => quote)].slice(0, 5);
  if (quotes.length === 0) return null;
  return {
    ...about(document, 'injection_suspected', quotes),
    severity: 'high',
    detail: whatItDoes(document, seen),
    suggestion: sentence`Find out where the passage comes from, remove it, and check who can edit the source.`,
  };
}

function whatItDoes({ hiddenInstructions }: Examined, seen: readonly { why: 'instructions' | 'hidden' }[]): Sentence {
  if (hiddenInstructions.length > 0)
    return sentence`The document contains hidden text that looks like instructions to an AI. The hidden text was not indexed.`;
  return seen.some(({ why }) => why === 'hidden')
    ? sentence`The document contains hidden characters.`
    : sentence`The document contains text that looks like instructions to an AI.`;
}

function about(
  document: Examined,
  type: NewFinding['type'],
  quotes: readonly string[],
): Pick<NewFinding, 'cause' | 'type' | 'places'> {
  const places: FindingPlace[] = quotes.map((quote) => ({
    id: document.id,
    version: document.version,
    quote: quoteOf(quote),
  }));
  return { cause: `${type}:${document.id}`, type, places };
}

const allOf = ({ passages }: Examined) => passages.map(({ text }) => text).join('\n');
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? [];
