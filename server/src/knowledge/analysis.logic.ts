import type { Analysis, Readiness } from '@desk/contract/analysis';
import type { DocumentErrorCode, DocumentStatus } from '@desk/contract/documents';
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

/** The mean of the components that have been measured. */
export function healthOf(components: Analysis['health']['components']): Analysis['health'] {
  const measured = Object.values(components).filter((score) => score !== null);
  const score = measured.length === 0 ? null : round(measured.reduce((sum, each) => sum + each, 0) / measured.length);
  return { score, components, trend: [] };
}

const round = (share: number) => Math.round(share * 1000) / 1000;
