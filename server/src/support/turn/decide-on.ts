import { decideBeforeAnswer, decideWithAnswer, type FirstRuling, type Policy } from '../../routing/index.ts';
import { answerFacts, factsOf, type Known } from './known.logic.ts';

/** Applies the policy to the known facts and nothing else. Returns `draft` if an answer must be drafted first. */
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
