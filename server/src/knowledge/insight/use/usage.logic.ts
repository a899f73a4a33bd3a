import type { Usage } from '@desk/contract/analysis';
import type { Audience } from '@desk/contract/knowledge';

interface ServingDocument {
  id: string;
  title: string;
  active_version: number | null;
  audience: Audience;
}

interface CitationCount {
  document_id: string;
  answers: number;
  escalated: number;
  last_cited_at: Date;
}

const most = 20;
const mostUnused = 200;

/** The documents cited most, those for customers that were never cited, and those cited where people had to take over. */
export function usageOf(
  documents: ReadonlyMap<string, ServingDocument>,
  cited: ReadonlyMap<string, CitationCount>,
): Usage {
  const named = (id: string) => ({ document_id: id, title: documents.get(id)?.title ?? '' });
  // Skips citations of documents outside this list: other collections, or removed.
  const known = [...cited.values()].filter(({ document_id }) => documents.has(document_id));
  return {
    most_cited: known
      .filter(({ answers }) => answers > 0)
      .toSorted((one, other) => other.answers - one.answers || byId(one, other))
      .slice(0, most)
      .map(({ document_id, answers, last_cited_at }) => ({
        ...named(document_id),
        answers,
        last_cited_at: last_cited_at.toISOString(),
      })),
    never_cited: neverCited(documents, cited).map(named),
    cited_in_escalated: known
      .filter(({ escalated }) => escalated > 0)
      .toSorted((one, other) => other.escalated - one.escalated || byId(one, other))
      .slice(0, most)
      .map(({ document_id, escalated }) => ({ ...named(document_id), conversations: escalated })),
  };
}

function neverCited(
  documents: ReadonlyMap<string, ServingDocument>,
  cited: ReadonlyMap<string, CitationCount>,
): string[] {
  const unused: string[] = [];
  for (const { id, active_version, audience } of documents.values()) {
    if (unused.length === mostUnused) break;
    if (active_version !== null && audience === 'customers' && !cited.get(id)?.answers) unused.push(id);
  }
  return unused;
}

const byId = (one: CitationCount, other: CitationCount) => (one.document_id < other.document_id ? -1 : 1);
