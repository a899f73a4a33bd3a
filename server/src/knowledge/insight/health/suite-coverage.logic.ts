import type { Analysis, Usage } from '@desk/contract/analysis';

interface Known {
  id: string;
  title: string;
  retrievable: boolean;
}

const most = 100;

/**
 * What a suite of cases leaves out. Without a suite that is every document that can be found; first those that answer most, since
 * a case for one of them guards most. Only the first hundred are named, all are counted.
 */
export function suiteCoverageOf(
  documents: readonly Known[],
  { most_cited, cited_in_escalated }: Usage,
): Analysis['suite_coverage'] {
  const used = [...new Set([...most_cited, ...cited_in_escalated].map(({ document_id }) => document_id))];
  const rank = new Map(used.map((id, place) => [id, place]));
  const rankOf = ({ id }: Known) => rank.get(id) ?? used.length;
  const uncovered = documents.filter(({ retrievable }) => retrievable);
  return {
    documents_without_case: uncovered
      .toSorted((one, other) => rankOf(one) - rankOf(other))
      .slice(0, most)
      .map(({ id, title }) => ({ document_id: id, title })),
    documents_without_case_total: uncovered.length,
    cases_without_source: [],
  };
}
