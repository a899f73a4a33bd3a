import type { Analysis, Usage } from '@desk/contract/analysis';
import type { Audience } from '@desk/contract/knowledge';
import { asRead } from '../../../platform/text/as-read.logic.ts';

interface CoveredDocument {
  id: string;
  title: string;
  retrievable: boolean;
  audience: Audience;
}

/** A case of the suite with the documents that it expects, by id, title or address. */
export interface CaseSources {
  id: string;
  name: string;
  sources: readonly string[];
}

export interface SuiteSources {
  cases: readonly CaseSources[];
  /** The ids of documents by the addresses that cases name. */
  addresses: ReadonlyMap<string, string>;
}

const most = 100;

/**
 * The gaps of the suite. First, documents that can answer customers but that no case expects: those with the most answers
 * come first, because a case for one of them protects most (only the first hundred are named, all are counted). Second,
 * cases none of whose documents can answer a customer.
 */
export function suiteCoverageOf(
  documents: readonly CoveredDocument[],
  { most_cited, cited_in_escalated }: Usage,
  { cases, addresses }: SuiteSources,
): Analysis['suite_coverage'] {
  const used = [...new Set([...most_cited, ...cited_in_escalated].map(({ document_id }) => document_id))];
  const rank = new Map(used.map((id, place) => [id, place]));
  const rankOf = ({ id }: CoveredDocument) => rank.get(id) ?? used.length;
  const found = documents.filter(({ retrievable, audience }) => retrievable && audience === 'customers');
  const idsOf = named(found, addresses);
  const expected = new Set(cases.flatMap(({ sources }) => sources.flatMap(idsOf)));
  const uncovered = found.filter(({ id }) => !expected.has(id));
  return {
    documents_without_case: uncovered
      .toSorted((one, other) => rankOf(one) - rankOf(other))
      .slice(0, most)
      .map(({ id, title }) => ({ document_id: id, title })),
    documents_without_case_total: uncovered.length,
    cases_without_source: cases
      .filter(({ sources }) => sources.length > 0 && !sources.some((source) => idsOf(source).length > 0))
      .map(({ id, name }) => ({ case_id: id, name })),
  };
}

/** Finds documents by id, title or address; two may have the same title. */
function named(found: readonly CoveredDocument[], addresses: ReadonlyMap<string, string>) {
  const byName = new Map<string, string[]>();
  for (const { id, title } of found)
    for (const name of [id, asRead(title)]) byName.set(name, [...(byName.get(name) ?? []), id]);
  return (name: string): string[] => {
    const at = addresses.get(name);
    return byName.get(asRead(name)) ?? (at === undefined ? [] : (byName.get(at) ?? []));
  };
}
