import { decideBeforeAnswer, decideWithAnswer, type FirstRuling, type Policy } from '../../routing/index.ts';
import { answerFacts, factsOf, type Known } from './known.logic.ts';

/** What the policy decides about all that is known; `draft`: it wants an answer drafted first. Pure: nothing else is looked at. */
export function decideOn(policy: Policy, known: Known): FirstRuling {
  const terms = { policy, limits: known.limits };
  const facts = factsOf(known);
  const first = decideBeforeAnswer(terms, facts);
  if (first.kind === 'final' || !known.answer.asked) return first;
  return {
    kind: 'final',
    ruling: decideWithAnswer(terms, facts, first.stage, answerFacts(known.answer)),
  };
}
