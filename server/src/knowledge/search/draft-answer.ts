import type { Audience } from '@desk/contract/knowledge';
import type { Desk } from '../../platform/desk.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { passagesOf, type PassageRow } from '../library/passages/chunks.store.ts';
import { suspiciousTextIn } from '../library/parsing/content/hidden-instructions.logic.ts';
import type { QuestionVector } from './embeddings/vector-distance.store.ts';
import { answerFrom, neighboursOfFirst, type AnswerConfidence, type PriorMessage } from './engine/index.ts';
import { ask, asPassage, type SearchOutcome, type PassageEvidence } from './search.ts';

export interface CustomerQuestion {
  question: string;
  /** What was said before in the conversation, oldest first. */
  history: readonly PriorMessage[];
  language?: string | null | undefined;
  /** For people to read, not to pass on. Absent: only what customers may read. */
  audience?: Audience | undefined;
  collectionIds?: readonly string[] | undefined;
  /** What the configured embedding model has made of the question already; null: the model returned nothing. Omitted: embed now. */
  embedding?: QuestionVector | null | undefined;
  /** When it is asked, for a rehearsal: what expires is judged by it. Absent: now. */
  at?: Date | undefined;
  /** The state of the knowledge that the caller has just read: not read again where the index is of it. */
  atRevision?: number | undefined;
}

/** An answer in the words of the documents. Nothing is decided here: whether it is given depends on confidence and policy. */
export interface AnswerDraft {
  text: string;
  citations: AnswerCitation[];
  evidence: PassageEvidence[];
  confidence: AnswerConfidence;
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
): Promise<AnswerDraft | null> =>
  ask(
    desk,
    scope,
    { ...asked, query: asked.question, reach: [asked.audience ?? 'customers'], beside: true },
    async (found) => draftFrom(found, await readBeside(desk, scope, found)),
  );

// In reading order; they have been read, unless another is the first since the texts were looked at. What speaks to a machine
// is not shown because it stands beside an answer.
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
  return ids.flatMap((id) => rows.get(id) ?? []).filter(({ text }) => suspiciousTextIn(text) === null);
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
  const { text, confidence, options } = draft;
  const shown = draft.citations.flatMap(({ passageId }) => sources.get(passageId) ?? []);
  const { sections, language } = sectionsFor(asked, shown);
  return { text, citations, evidence, confidence, options, revision: live.revision, sections, language };
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

// A section that speaks to a machine instead of to a reader is no material for one.
function sectionsFor({ index, found, evidence }: SearchOutcome, shown: readonly AnswerSection[]) {
  const languages = new Map(
    found.candidates.map(({ slot, ranked }) => [ranked.passageId, index.passageAt(slot)?.document.language]),
  );
  const language = languages.get(shown[0]?.chunkId ?? '') ?? 'en';
  const best = evidence
    .slice(0, mostSections)
    .filter(({ chunkId, text }) => languages.get(chunkId) === language && suspiciousTextIn(text) === null);
  const known = new Set(best.map(({ chunkId }) => chunkId));
  // The first of those shown is the first of the best, unless it was left out for a reason.
  const beside = shown.slice(1).filter(({ chunkId }) => !known.has(chunkId));
  return { language, sections: [...best, ...beside] };
}
