import type { Audience } from '@desk/contract/knowledge';
import type { Desk } from '../../platform/desk.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { passagesOf, type PassageRow } from '../library/passages/chunks.store.ts';
import type { QuestionVector } from './embeddings/vector-distance.store.ts';
import { answerFrom, neighboursOfFirst, type AnswerConfidence, type PriorMessage } from './engine/index.ts';
import { ask, asPassage, type SearchOutcome, type PassageEvidence } from './search.ts';
import { isWrittenForMachines } from './written-for-machines.ts';

export interface CustomerQuestion {
  question: string;
  /** The earlier messages of the conversation, oldest first. */
  history: readonly PriorMessage[];
  language?: string | null | undefined;
  /** Who reads the answer. Absent: customers. */
  audience?: Audience | undefined;
  collectionIds?: readonly string[] | undefined;
  /**
   * The question's embedding by the configured model, if there is one already; null: the model returned nothing. Omitted:
   * embed now.
   */
  embedding?: QuestionVector | null | undefined;
  /** The time of the question, for a rehearsal: it decides which documents have expired. Absent: now. */
  at?: Date | undefined;
  /** The knowledge revision that the caller has just read; saves reading it again. */
  atRevision?: number | undefined;
  /** The earlier message that a reply to our question completes. `question` begins with it. */
  completes?: string | undefined;
}

/** An answer in the words of the documents. Confidence and policy decide later whether it is given. */
export interface AnswerDraft {
  text: string;
  /** The sentence, item or row of the first citation alone, if it holds what the message itself asks for; else null. */
  brief: string | null;
  citations: AnswerCitation[];
  evidence: PassageEvidence[];
  confidence: AnswerConfidence;
  /** Two or three competing subjects for a clarifying question, or empty. */
  options: string[];
  /** The knowledge revision that it was made from. */
  revision: number;
  /**
   * The sections that a rewording may use: for each question of the message the best five that are in the language of the first,
   * and those that the answer shows.
   */
  sections: AnswerSection[];
  /** The language of the sections, BCP 47. */
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

/** What was found for an answer. */
export interface FoundForAnswer {
  /** Null if nothing relevant was found. */
  draft: AnswerDraft | null;
  /** All passages found, best first, also if none is relevant. */
  evidence: PassageEvidence[];
  /** What was found for each question of a message of several; absent for one question. */
  questions?: FoundForOneOfSeveral[];
}

export interface FoundForOneOfSeveral {
  question: string;
  /** The article that answers it best; null if nothing relevant was found. */
  title: string | null;
  /** 0 if nothing relevant was found. */
  confidence: number;
}

/** Finds the answer to one question; see `findForAnswer` for a message of several. */
export const findForQuestion = (
  desk: Desk,
  scope: OrganizationScope,
  asked: CustomerQuestion,
): Promise<FoundForAnswer> =>
  ask(
    desk,
    scope,
    { ...asked, query: asked.question, reach: [asked.audience ?? 'customers'], beside: true },
    async (found) => ({
      draft: draftFrom(found, await readBeside(desk, scope, found)),
      evidence: found.evidence,
    }),
  );

// Returns the neighbours of the first passage in reading order. Most were read already; reads the others if reranking
// changed the first passage. A neighbour with suspicious text (written for a machine) is never shown.
async function readBeside(
  desk: Desk,
  scope: OrganizationScope,
  { index, found, read }: SearchOutcome,
): Promise<PassageRow[]> {
  const ids = neighboursOfFirst(index, found);
  if (ids.length < 2) return [];
  const missing = ids.filter((id) => !read.has(id));
  const more = missing.length > 0 ? await passagesOf(desk.db, scope, missing) : [];
  const rows = new Map([...read.values(), ...more].map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []).filter(({ id, text }) => !isWrittenForMachines(id, text));
}

function draftFrom(asked: SearchOutcome, beside: readonly PassageRow[]): AnswerDraft | null {
  const { live, index, found, evidence, passages } = asked;
  const draft = answerFrom(index, found, { passages, beside: beside.map(asPassage) });
  if (draft.kind === 'nothing_relevant') return null;
  const sources = new Map([...beside.map(sectionOf), ...evidence].map((each) => [each.chunkId, each]));
  const citations = draft.citations.map(({ passageId, documentId, version, quote }) => {
    const source = sources.get(passageId);
    return { documentId, version, chunkId: passageId, title: source?.title ?? '', quote, url: source?.url ?? null };
  });
  const { text, brief, confidence, options } = draft;
  const shown = draft.citations.flatMap(({ passageId }) => sources.get(passageId) ?? []);
  const { sections, language } = sectionsFor(asked, shown);
  return { text, brief, citations, evidence, confidence, options, revision: live.revision, sections, language };
}

const sectionOf = (row: PassageRow): AnswerSection => ({
  documentId: row.document_id,
  version: row.version,
  chunkId: row.id,
  title: row.title,
  headingPath: row.heading_path,
  text: row.text,
  url: row.source_url,
});

const mostSections = 5;

// Leaves out sections with suspicious text: a language model must not read instructions.
function sectionsFor({ index, found, evidence }: SearchOutcome, shown: readonly AnswerSection[]) {
  const languages = new Map(
    found.candidates.map(({ slot, ranked }) => [ranked.passageId, index.passageAt(slot)?.document.language]),
  );
  const language = languages.get(shown[0]?.chunkId ?? '') ?? 'en';
  const best = evidence
    .slice(0, mostSections)
    .filter(({ chunkId, text }) => languages.get(chunkId) === language && !isWrittenForMachines(chunkId, text));
  const known = new Set(best.map(({ chunkId }) => chunkId));
  // The first shown section is already the first of the best ones, unless it was left out for a reason.
  const beside = shown.slice(1).filter(({ chunkId }) => !known.has(chunkId));
  return { language, sections: [...best, ...beside] };
}
