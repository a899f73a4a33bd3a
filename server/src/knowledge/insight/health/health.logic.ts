import type { Readiness } from '@desk/contract/analysis';
import type { DocumentErrorCode, DocumentStatus } from '@desk/contract/documents';
import type { Audience } from '@desk/contract/knowledge';
import type { FindingType } from '@desk/contract/findings';
import { freshnessAt } from '../../library/versions/freshness.logic.ts';
import { documentErrorWords } from '../../library/versions/document-errors.logic.ts';
import { inEnglish, sentence, type Sentence } from '../../../platform/words/sentence.logic.ts';

/** The input of readiness; `retrievable` comes from probes. */
export interface ReadinessFacts {
  id: string;
  title: string;
  status: DocumentStatus;
  retrievable: boolean;
  enabled: boolean;
  collection_enabled: boolean;
  /** The audience of its collection: documents for staff are not used in answers to customers. */
  audience: Audience;
  expires_at: Date | null;
  serves_until: Date | null;
  error_code: DocumentErrorCode | null;
  active_version: number | null;
  probes_passed: number;
  probes_total: number;
}

/**
 * Whether most of its probe questions find it and it may be shown at `now`; the same as `retrievableAt` of the documents'
 * store.
 */
export const isRetrievable = (facts: Omit<ReadinessFacts, 'retrievable'>, now: Date): boolean =>
  facts.active_version !== null &&
  facts.enabled &&
  facts.collection_enabled &&
  !(facts.expires_at && facts.expires_at <= now) &&
  !(facts.serves_until && facts.serves_until <= now) &&
  facts.probes_passed * 2 > facts.probes_total;

export const readinessOf = (facts: ReadinessFacts, now: Date): Readiness => ({
  document_id: facts.id,
  title: facts.title,
  status: facts.status,
  retrievable: facts.retrievable,
  probes: { passed: facts.probes_passed, total: facts.probes_total },
  why: facts.retrievable ? null : inEnglish(whyNotFound(facts, now)),
});

export function whyNotFound(facts: ReadinessFacts, now: Date): Sentence {
  const error = facts.error_code && documentErrorWords[facts.error_code];
  if (facts.active_version === null && error) return sentence`${error.message} ${error.remedy}`;
  if (facts.active_version === null) return sentence`It is still being ingested.`;
  if (!facts.collection_enabled) return sentence`Its collection is disabled.`;
  if (!facts.enabled) return sentence`The document is disabled.`;
  if (facts.expires_at && facts.expires_at <= now) return sentence`The document has expired.`;
  if (facts.serves_until && facts.serves_until <= now) return sentence`Its source no longer exists.`;
  if (facts.probes_total === 0) return sentence`Its retrieval has not been tested yet.`;
  const { probes_passed: passed, probes_total: total } = facts;
  return sentence`Other documents rank higher: it was found for ${passed} of ${total} test questions made from its own text.`;
}

/** The share of retrievable documents among the enabled ones; null if there are none. */
export function readinessScore(facts: readonly ReadinessFacts[], now: Date): number | null {
  const meant = facts.filter(
    (each) => each.enabled && each.collection_enabled && !(each.expires_at && each.expires_at <= now),
  );
  if (meant.length === 0) return null;
  return round(meant.filter((each) => each.retrievable).length / meant.length);
}

/** The input of health, apart from customers' questions. */
export interface HealthFacts {
  documents: readonly (ReadinessFacts & { ingested_at: Date | null })[];
  /** Findings of `judgedTypes` that are not dismissed; null before the first examination. */
  troubled: Iterable<Trouble> | null;
}

/** The numbers of answered and unanswered questions. */
export interface QuestionCounts {
  answers: number;
  unanswered: number;
}

interface Trouble {
  readonly type: FindingType;
  readonly documentIds: readonly string[];
}

const inconsistent: readonly FindingType[] = ['contradiction', 'duplicate', 'near_duplicate'];
const unclean: readonly FindingType[] = [
  'thin',
  'broken_extraction',
  'mixed_language',
  'injection_suspected',
  'failed_ingestion',
  'source_missing',
];

/** The types of findings that count against health. */
export const judgedTypes: readonly FindingType[] = [...inconsistent, ...unclean];

/**
 * The shares of documents that are retrievable, that were read within a year, that contradict and repeat no other, and that
 * are in good order.
 */
export function conditionOf({ documents, troubled }: HealthFacts, now: Date) {
  const serving = documents.filter(({ active_version }) => active_version !== null);
  const freshness = (each: HealthFacts['documents'][number]) =>
    freshnessAt(now, { expiresAt: each.expires_at, ingestedAt: each.ingested_at, error: each.error_code });
  return {
    readiness: readinessScore(documents, now),
    freshness: share(serving.filter((each) => freshness(each) === 'fresh').length, serving.length),
    consistency: troubled && without(inconsistent, serving, troubled),
    hygiene: troubled && without(unclean, documents, troubled),
  };
}

/**
 * Adds the share of answered questions. A component is null if there is nothing to measure; the score is the mean of the
 * others.
 */
export function healthOf(condition: ReturnType<typeof conditionOf>, { answers, unanswered }: QuestionCounts) {
  const components = { ...condition, coverage: share(answers, answers + unanswered) };
  const measured = Object.values(components).filter((score) => score !== null);
  return {
    score: share(
      measured.reduce((sum, each) => sum + each, 0),
      measured.length,
    ),
    components,
  };
}

function without(
  types: readonly FindingType[],
  documents: readonly { id: string }[],
  troubled: Iterable<Trouble>,
): number | null {
  const bad = new Set<string>();
  for (const { type, documentIds } of troubled) if (types.includes(type)) for (const id of documentIds) bad.add(id);
  return share(documents.filter(({ id }) => !bad.has(id)).length, documents.length);
}

const share = (part: number, all: number): number | null => (all === 0 ? null : round(part / all));

const round = (share: number) => Math.round(share * 1000) / 1000;
