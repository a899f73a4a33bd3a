import type { Counterfactual, ExplainedPassage, ExplainedRule } from '@desk/contract/simulation';
import { draftAnswer } from '../../knowledge/index.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { counterfactualsOf, explainRules, type Flip, type DecisionLimits, type Policy } from '../../routing/index.ts';
import { decideOn } from '../turn/decide-on.ts';
import type { Considered } from '../turn/considered.ts';
import { knownDraft } from '../turn/evidence.logic.ts';
import { askedIn } from '../turn/carry-over.logic.ts';
import { answerFacts, factsOf, passagesIn, type Known, type KnownPassage } from '../turn/known.logic.ts';

/** The reasons of a decision, and the changes that would lead to another one. */
export interface Explanation {
  readonly rules: ExplainedRule[];
  readonly evidence: ExplainedPassage[];
  readonly counterfactuals: Counterfactual[];
}

interface ToExplain {
  considered: Considered;
  at: Date;
}

/** Returns every condition with its value, the parts of each passage's score, and the nearest changes that flip the outcome. */
export async function explain(
  desk: Desk,
  scope: OrganizationScope,
  { considered, at }: ToExplain,
): Promise<Explanation> {
  const { known, basis, ruling } = considered;
  const draft = known.answer.asked ? known.answer.draft : null;
  const answer = known.answer.asked ? answerFacts(known.answer) : null;
  const rules = explainRules(basis.policy, { facts: factsOf(known), answer, results: ruling.rules });
  const informed = await withAnswer(desk, scope, known, at);
  const flips = counterfactualsOf({
    policy: basis.policy,
    limits: known.limits,
    ruling,
    confidence: draft?.confidence.value ?? null,
    explained: rules,
    again: (policy, limits) => again(policy, limits, { known, informed, ruling }),
  });
  return { rules, evidence: passagesIn(known).map(passage), counterfactuals: flips.map(viewFlip) };
}

/** Drafts an answer if the decision drafted none, once for all trials, because another rule or setting might want one. */
async function withAnswer(desk: Desk, scope: OrganizationScope, known: Known, at: Date): Promise<Known> {
  if (known.answer.asked) return known;
  const draft = await draftAnswer(desk, scope, { ...askedIn(known), at });
  return { ...known, answer: { asked: true, draft: draft && knownDraft(draft) } };
}

interface DecidedRehearsal {
  known: Known;
  informed: Known;
  ruling: Considered['ruling'];
}

// A change that wants other collections or lookups is not decided to the end: the drafted answer does not fit it.
function again(policy: Policy, limits: DecisionLimits, { known, informed, ruling }: DecidedRehearsal) {
  const first = decideOn(policy, { ...informed, limits, answer: { asked: false } });
  if (first.kind === 'final') return first;
  const drafted = known.answer.asked ? [ruling.collectionIds, ruling.lookupTemplateIds] : [null, []];
  const { collectionIds, lookupTemplateIds } = first.stage.effects;
  const wanted = [collectionIds, lookupTemplateIds];
  if (JSON.stringify(wanted) !== JSON.stringify(drafted)) return first;
  return decideOn(policy, { ...informed, limits });
}

const passage = ({ chunkId, title, score, parts }: KnownPassage): ExplainedPassage => ({
  chunk_id: chunkId,
  title,
  score,
  components: { ...parts },
});
const viewFlip = ({ kind, change, ruleId, overlay, ruling }: Flip): Counterfactual => ({
  kind,
  change,
  rule_id: ruleId,
  overlay,
  outcome: ruling.outcome,
  reason: ruling.reason,
  destination: ruling.destination && {
    id: ruling.destination.id,
    name: ruling.destination.name,
    kind: ruling.destination.kind,
  },
});
