import { quoteOf, type NewFinding } from '../findings/finding.logic.ts';
import { sentence } from '../../../platform/words/sentence.logic.ts';

/** The ratings of a document's serving version. */
export interface Ratings {
  /** Answers from it that somebody rated bad, and all rated answers. */
  bad: number;
  rated: number;
  /** The quote of an answer that was rated bad. */
  quote: string;
}

const many = 3;

/**
 * A finding if people rated answers from the document as bad. Its severity is high if the bad ratings are several and the
 * majority, medium if only one of the two holds, otherwise low.
 */
export function ratedBadly(
  { id, title, active_version: version }: { id: string; title: string; active_version: number | null },
  ratings: Ratings | undefined,
): NewFinding | null {
  if (version === null || !ratings || ratings.bad === 0) return null;
  const { bad, rated } = ratings;
  const mostly = bad * 2 > rated;
  const answers = rated === 1 ? sentence`the only rated answer` : sentence`${bad} of ${rated} rated answers`;
  return {
    cause: `negative_feedback:${id}`,
    type: 'negative_feedback',
    severity: severityOf(bad, mostly),
    places: [{ id, version, quote: quoteOf(ratings.quote || title) }],
    detail: sentence`People rated ${answers} from this document as bad.`,
    suggestion: sentence`Read the quoted words as a customer would: correct or complete them, or teach the question to the document that answers it.`,
  };
}

function severityOf(bad: number, mostly: boolean): NewFinding['severity'] {
  if (bad >= many && mostly) return 'high';
  return bad >= many || mostly ? 'medium' : 'low';
}
