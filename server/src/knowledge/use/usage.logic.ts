import type { Usage } from '@desk/contract/analysis';

interface Known {
  id: string;
  title: string;
  active_version: number | null;
}

interface Cited {
  document_id: string;
  answers: number;
  escalated: number;
  last_cited_at: Date;
}

const most = 20;
const mostUnused = 200;

/** Which documents answer, which never do, and which were cited where people had to take over. */
export function usageOf(documents: readonly Known[], cited: readonly Cited[]): Usage {
  const titles = new Map(documents.map(({ id, title }) => [id, title]));
  // Citations outlive documents of other collections, and of none.
  const known = cited.filter(({ document_id }) => titles.has(document_id));
  const named = (id: string) => ({ document_id: id, title: titles.get(id) ?? '' });
  const answering = known.filter(({ answers }) => answers > 0);
  const used = new Set(answering.map(({ document_id }) => document_id));
  return {
    most_cited: answering
      .toSorted((one, other) => other.answers - one.answers)
      .slice(0, most)
      .map(({ document_id, answers, last_cited_at }) => ({
        ...named(document_id),
        answers,
        last_cited_at: last_cited_at.toISOString(),
      })),
    never_cited: documents
      .filter(({ id, active_version }) => active_version !== null && !used.has(id))
      .slice(0, mostUnused)
      .map(({ id }) => named(id)),
    cited_in_escalated: known
      .filter(({ escalated }) => escalated > 0)
      .toSorted((one, other) => other.escalated - one.escalated)
      .slice(0, most)
      .map(({ document_id, escalated }) => ({ ...named(document_id), conversations: escalated })),
  };
}
