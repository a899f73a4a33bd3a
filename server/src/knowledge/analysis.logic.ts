import type { Readiness } from '@desk/contract/analysis';
import type { DocumentErrorCode, DocumentStatus } from '@desk/contract/documents';
import type { FindingType } from '@desk/contract/findings';
import { freshnessAt } from './freshness.logic.ts';
import { documentError } from './remedies.logic.ts';

/** What readiness is told from; `retrievable` is the proven property, measured elsewhere. */
export interface ReadinessFacts {
  id: string;
  title: string;
  status: DocumentStatus;
  retrievable: boolean;
  enabled: boolean;
  collection_enabled: boolean;
  expires_at: Date | null;
  serves_until: Date | null;
  error_code: DocumentErrorCode | null;
  active_version: number | null;
  probes_passed: number;
  probes_total: number;
}

export const readinessOf = (facts: ReadinessFacts, now: Date): Readiness => ({
  document_id: facts.id,
  title: facts.title,
  status: facts.status,
  retrievable: facts.retrievable,
  probes: { passed: facts.probes_passed, total: facts.probes_total },
  why: facts.retrievable ? null : whyNot(facts, now),
});

function whyNot(facts: ReadinessFacts, now: Date): string {
  const error = documentError(facts.error_code);
  if (facts.active_version === null && error) return `${error.message} ${error.remedy}`;
  if (facts.active_version === null) return 'It is still being ingested.';
  if (!facts.collection_enabled) return 'Its collection is disabled.';
  if (!facts.enabled) return 'The document is disabled.';
  if (facts.expires_at && facts.expires_at <= now) return 'The document has expired.';
  if (facts.serves_until && facts.serves_until <= now) return 'Its source is gone.';
  if (facts.probes_total === 0) return 'Its retrieval has not been tried yet.';
  return `Other documents come first: it was found for ${facts.probes_passed} of ${facts.probes_total} questions made from its own words.`;
}

/** The share of documents that can be found among those that are meant to be; null when there are none. */
export function readinessScore(facts: readonly ReadinessFacts[], now: Date): number | null {
  const meant = facts.filter(
    (each) => each.enabled && each.collection_enabled && !(each.expires_at && each.expires_at <= now),
  );
  if (meant.length === 0) return null;
  return round(meant.filter((each) => each.retrievable).length / meant.length);
}

/** What the score is made of, beside readiness. */
export interface HealthFacts {
  documents: readonly (ReadinessFacts & { ingested_at: Date | null })[];
  /** Types of findings that nobody has dismissed, by document; null before the first examination. */
  troubled: readonly { type: FindingType; document_id: string }[] | null;
  answers: number;
  unanswered: number;
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

/**
 * Shares of the documents that can be found, were read within a year, disagree with no other and are in good order, and of
 * the questions that were answered. Null where there is nothing to measure; the score is the mean of the others.
 */
export function healthOf({ documents, troubled, answers, unanswered }: HealthFacts, now: Date) {
  const serving = documents.filter(({ active_version }) => active_version !== null);
  const freshness = (each: HealthFacts['documents'][number]) =>
    freshnessAt(now, { expiresAt: each.expires_at, ingestedAt: each.ingested_at, error: each.error_code });
  const components = {
    readiness: readinessScore(documents, now),
    freshness: share(serving.filter((each) => freshness(each) === 'fresh').length, serving.length),
    consistency: troubled && without(inconsistent, serving, troubled),
    coverage: share(answers, answers + unanswered),
    hygiene: troubled && without(unclean, documents, troubled),
  };
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
  troubled: readonly { type: FindingType; document_id: string }[],
): number | null {
  const bad = new Set(troubled.filter(({ type }) => types.includes(type)).map((each) => each.document_id));
  return share(documents.filter(({ id }) => !bad.has(id)).length, documents.length);
}

const share = (part: number, all: number): number | null => (all === 0 ? null : round(part / all));

const round = (share: number) => Math.round(share * 1000) / 1000;
