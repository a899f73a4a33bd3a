import type { Desk } from '../platform/desk.ts';
import type { OrganizationScope } from '../platform/transaction.ts';
import { suspiciousIn } from './findings/instructions.logic.ts';
import type { Meaning } from './nearness.store.ts';
import { answerFrom, type Confidence, type Turn } from './retrieval/index.ts';
import { ask, type Asked, type Evidence } from './search.ts';

export interface CustomerQuestion {
  question: string;
  /** What was said before in the conversation, oldest first. */
  history: readonly Turn[];
  language?: string | null | undefined;
  collectionIds?: readonly string[] | undefined;
  /** What the configured embedding model has made of the question already; null: asked in vain. Absent: it is asked now. */
  meaning?: Meaning | null | undefined;
}

/** An answer in the words of the documents. Nothing is decided here: whether it is given depends on confidence and policy. */
export interface AnswerDraft {
  text: string;
  citations: AnswerCitation[];
  evidence: Evidence[];
  confidence: Confidence;
  /** Two or three competing subjects for a clarifying question, or none. */
  options: string[];
  /** The state of the knowledge it was made from. */
  revision: number;
  /** What another wording of it may be made from: the best five, as far as they are in the language of the first. */
  sections: AnswerSection[];
  /** BCP 47, of the sections. */
  language: string;
}

export interface AnswerSection extends AnswerSource {
  headingPath: string[];
  text: string;
}

interface AnswerSource {
  documentId: string;
  version: number;
  chunkId: string;
  title: string;
  url: string | null;
}

export interface AnswerCitation extends AnswerSource {
  quote: string;
}

/** Null: nothing relevant is known. */
export const draftAnswer = (
  desk: Desk,
  scope: OrganizationScope,
  asked: CustomerQuestion,
): Promise<AnswerDraft | null> => ask(desk, scope, { ...asked, query: asked.question }, draftFrom);

function draftFrom({ live, index, found, evidence, passages }: Asked): AnswerDraft | null {
  const draft = answerFrom(index, found, passages);
  if (draft.kind === 'nothing_relevant') return null;
  const sources = new Map(evidence.map((each) => [each.chunkId, each]));
  const citations = draft.citations.map(({ passageId, documentId, version, quote }) => {
    const source = sources.get(passageId);
    return { documentId, version, chunkId: passageId, title: source?.title ?? '', quote, url: source?.url ?? null };
  });
  const { text, confidence, options } = draft;
  const { sections, language } = sectionsFor({ index, found, evidence }, citations[0]?.chunkId);
  return { text, citations, evidence, confidence, options, revision: live.revision, sections, language };
}

const mostSections = 5;

// A section that speaks to a machine instead of to a reader is no material for one.
function sectionsFor(
  { index, found, evidence }: Pick<Asked, 'index' | 'found' | 'evidence'>,
  first: string | undefined,
) {
  const languages = new Map(
    found.candidates.map(({ slot, ranked }) => [ranked.passageId, index.passageAt(slot)?.document.language]),
  );
  const language = (first && languages.get(first)) ?? 'en';
  const sections = evidence
    .slice(0, mostSections)
    .filter(({ chunkId, text }) => languages.get(chunkId) === language && suspiciousIn(text) === null);
  return { language, sections };
}
