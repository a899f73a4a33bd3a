import type { Claim } from '../claims/claim.logic.ts';
import { contradict, contradictNearby, isCertain } from '../contradictions/contradictions.logic.ts';
import { quoteOf, type NewFinding, type FindingPlace } from '../findings/finding.logic.ts';
import { withoutMarkup } from '../../../platform/text/markup.logic.ts';
import { slotted } from '../similarity/titles.logic.ts';
import { estimatedSimilarity, nearDuplicateFrom } from './min-hash.logic.ts';
import { topicOf } from '../../search/text/topic.logic.ts';
import { sentence } from '../../../platform/words/sentence.logic.ts';

interface Side {
  id: string;
  version: number;
  claims: readonly Claim[];
}

/** The most findings for one document, because people check each one. */
export const mostContradictions = 20;

/** The contradictions between a document and others, each pair of sentences once. */
export function contradictionsOf(own: Side, others: readonly Side[]): NewFinding[] {
  const found = new Map<string, NewFinding>();
  for (const mine of own.claims)
    for (const other of others)
      for (const theirs of other.claims) {
        if (!contradict(mine, theirs)) continue;
        const each = contradiction({ ...own, claim: mine }, { ...other, claim: theirs });
        found.set(each.cause, each);
        if (found.size === mostContradictions) return [...found.values()];
      }
  return [...found.values()];
}

/** The contradictions within a document. */
export function selfContradictionsOf(own: Side): NewFinding[] {
  const found = new Map<string, NewFinding>();
  for (const [at, mine] of own.claims.entries())
    for (const theirs of own.claims.slice(at + 1)) {
      if (!contradictNearby(mine, theirs)) continue;
      const each = contradiction({ ...own, claim: mine }, { ...own, claim: theirs });
      found.set(each.cause, each);
      if (found.size === mostContradictions) return [...found.values()];
    }
  return [...found.values()];
}

interface ClaimingSide extends Omit<Side, 'claims'> {
  claim: Claim;
}

function contradiction(one: ClaimingSide, other: ClaimingSide): NewFinding {
  const placeOf = ({ id, version, claim }: ClaimingSide) => ({ id, version, quote: claim.quote });
  return contradictionBetween(placeOf(one), placeOf(other), isCertain(one.claim, other.claim) ? 'high' : 'medium');
}

/** Two sentences that contradict each other, found by rules or by a model. */
export function contradictionBetween(
  one: FindingPlace,
  other: FindingPlace,
  severity: NewFinding['severity'],
): NewFinding {
  // Two sentences of one document are ordered by their words, so that moving a sentence does not make a new finding.
  const keyOf = ({ id, quote }: FindingPlace) => `${id}:${quote}`;
  const places = [one, other]
    .sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1))
    .map(({ id, version, quote }) => ({ id, version, quote: quoteOf(quote) }));
  const [first = '', second = ''] = places.map(({ quote }) => quote);
  return {
    cause: `contradiction:${places.map(({ id, quote }) => `${id}:${quote.toLowerCase()}`).join('|')}`,
    type: 'contradiction',
    severity,
    places,
    detail:
      one.id === other.id
        ? sentence`The document contradicts itself: “${first}” and “${second}”`
        : sentence`Two documents disagree: “${first}” and “${second}”`,
    suggestion: sentence`Find out which passage is correct, then correct or remove the other. Customers may get either one.`,
  };
}

/** One finding for all documents with the same text; none if the text is unique. */
export function duplicateOf(textHash: string, twins: readonly FindingPlace[]): NewFinding[] {
  if (twins.length < 2) return [];
  return [
    {
      cause: `duplicate:${textHash}`,
      type: 'duplicate',
      severity: 'medium',
      places: twins.map((twin) => ({ ...twin, quote: quoteOf(withoutMarkup(twin.quote)) })),
      detail: sentence`${twins.length} documents have the same text.`,
      suggestion: sentence`Keep one of them. Copies push other documents out of the results and are easily forgotten when the text changes.`,
    },
  ];
}

interface Sketched extends FindingPlace {
  title: string;
  signature: readonly number[];
}

const mostLookalikes = 5;

/** The documents with nearly the same text, most similar first. */
export function lookalikesOf(own: Sketched, others: readonly Sketched[]): NewFinding[] {
  return others
    .map((other) => ({ other, share: estimatedSimilarity(own.signature, other.signature) }))
    .filter(({ other, share }) => share >= nearDuplicateFrom && !slotted(titledBy(own), titledBy(other)))
    .sort((one, other) => other.share - one.share)
    .slice(0, mostLookalikes)
    .map(({ other, share }) => lookalike([own, other], share));
}

// Compares words without stemming: nearly the same texts need no stems.
function titledBy({ title: name, quote }: Sketched) {
  const plain = (word: string) => word;
  return { name, title: topicOf(name, plain).stems, text: topicOf(quote, plain).stems };
}

function lookalike(pair: readonly Sketched[], share: number): NewFinding {
  const places = [...pair]
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, version, quote }) => ({ id, version, quote: quoteOf(withoutMarkup(quote)) }));
  return {
    cause: `near_duplicate:${places.map(({ id }) => id).join(':')}`,
    type: 'near_duplicate',
    severity: 'low',
    places,
    detail: sentence`The two texts are about ${Math.round(share * 100)} % the same.`,
    suggestion: sentence`Merge them, or make clear in the titles what each one is for.`,
  };
}
