import type { DocumentErrorCode } from '@desk/contract/documents';
import { freshnessAt, isLost } from '../../library/versions/freshness.logic.ts';
import { whyNotFound, type ReadinessFacts } from '../health/health.logic.ts';
import { documentErrorWords } from '../../library/versions/document-errors.logic.ts';
import type { NewFinding } from '../findings/finding.logic.ts';
import { sentence } from '../../../platform/words/sentence.logic.ts';

export interface CircumstanceFacts extends ReadinessFacts {
  latest_version: number;
  ingested_at: Date | null;
  /** Since when the serving version is in use; its source may have been read again since. */
  serving_since: Date | null;
  /** The end of a validity that the document itself states. */
  valid_until: Date | null;
  valid_quote: string | null;
  /** The number of answers made from it since `usedSince`. */
  citations: number;
}

interface Use {
  /** Answers of the whole desk in that time: if they are few, a document without citations means nothing. */
  answers: number;
  since: Date;
}

const enoughAnswers = 50;

/** Findings that depend on the document's circumstances: time passes, its source disappears, other documents rank higher. */
export function findingsByCircumstances(facts: CircumstanceFacts, use: Use, now: Date): NewFinding[] {
  const found = failure(facts, now) ?? expiry(facts, now) ?? age(facts, now) ?? outranked(facts, now);
  return [found, unused(facts, use, now)].filter((each) => each !== null);
}

function failure(facts: CircumstanceFacts, now: Date): NewFinding | null {
  const error = facts.error_code && documentErrorWords[facts.error_code];
  if (!facts.error_code || !error || (facts.status !== 'failed' && !isLost(facts.error_code))) return null;
  const { type, severity, outlook } = failureOf(facts, facts.error_code, now);
  return {
    ...about(facts, type),
    // Each file that fails is another one, also while the same version serves.
    ...(type === 'failed_ingestion' ? { occasion: `v${facts.latest_version}` } : {}),
    severity,
    detail: sentence`${error.message} ${outlook}`,
    suggestion: error.remedy,
  };
}

function failureOf(facts: CircumstanceFacts, code: DocumentErrorCode, now: Date) {
  const type = isLost(code) ? ('source_missing' as const) : ('failed_ingestion' as const);
  const { active_version, serves_until } = facts;
  if (active_version === null)
    return { type, severity: 'high' as const, outlook: sentence`It is not used in answers.` };
  if (serves_until && serves_until <= now)
    return { type, severity: 'high' as const, outlook: sentence`It is no longer used in answers.` };
  const outlook = serves_until
    ? sentence`The stored version is used until ${serves_until.toISOString().slice(0, 16).replace('T', ' ')} UTC.`
    : sentence`The previous version is still used.`;
  // Reconnecting repairs all of them at once: until then they are only out of date.
  return { type: code === 'source_revoked' ? ('stale' as const) : type, severity: 'medium' as const, outlook };
}

function expiry(facts: CircumstanceFacts, now: Date): NewFinding | null {
  if (!facts.expires_at || facts.expires_at > now || !facts.enabled) return null;
  return {
    ...about(facts, 'expired'),
    occasion: facts.expires_at.toISOString(),
    severity: 'medium',
    detail: sentence`The document expired on ${dayOf(facts.expires_at)} and is no longer used in answers.`,
    suggestion: sentence`If it is still correct, set a later expiry date. Otherwise replace or remove it.`,
  };
}

function age(facts: CircumstanceFacts, now: Date): NewFinding | null {
  if (!serves(facts)) return null;
  if (facts.valid_until && facts.valid_until <= now)
    return {
      ...about(facts, 'stale', facts.valid_quote),
      severity: 'medium',
      detail: sentence`The document mentions something that ended on ${dayOf(new Date(facts.valid_until.getTime() - 1))}.`,
      suggestion: sentence`Update the text, or set an expiry date.`,
    };
  if (freshnessAt(now, { expiresAt: facts.expires_at, ingestedAt: facts.ingested_at, error: null }) !== 'stale')
    return null;
  return {
    ...about(facts, 'stale'),
    severity: 'low',
    detail: sentence`The document was last read from its source on ${dayOf(facts.ingested_at ?? now)}.`,
    suggestion: sentence`Check whether it is still correct, then ingest it again.`,
  };
}

function outranked(facts: CircumstanceFacts, now: Date): NewFinding | null {
  if (!serves(facts) || facts.retrievable || facts.probes_total === 0) return null;
  return {
    ...about(facts, 'not_retrievable'),
    severity: 'high',
    detail: whyNotFound(facts, now),
    suggestion: sentence`Merge it with the documents that rank higher, or give it a more specific title and headings.`,
  };
}

function unused(facts: CircumstanceFacts, use: Use, now: Date): NewFinding | null {
  const servesThroughout = facts.serving_since !== null && facts.serving_since <= use.since;
  if (!serves(facts) || facts.audience === 'staff' || (facts.expires_at && facts.expires_at <= now)) return null;
  if (facts.citations > 0 || use.answers < enoughAnswers || !servesThroughout) return null;
  return {
    ...about(facts, 'never_cited'),
    severity: 'low',
    detail: sentence`None of the ${use.answers} answers since ${dayOf(use.since)} used this document.`,
    suggestion: sentence`Check whether customers ask about it in other words. If nobody asks about it, consider removing it.`,
  };
}

const serves = (facts: CircumstanceFacts) => facts.active_version !== null && facts.enabled && facts.collection_enabled;

function about(facts: CircumstanceFacts, type: NewFinding['type'], quote: string | null = null) {
  const version = facts.active_version ?? facts.latest_version;
  return { cause: `${type}:${facts.id}`, type, places: [{ id: facts.id, version, quote: quote ?? facts.title }] };
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);
