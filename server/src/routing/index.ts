/** Routing owns the policy (tags, destinations and rules), and decides whether a message is answered or where it is sent. */
import './policy/routing.tables.ts';
import './exported.ts';

export { decideBeforeAnswer, decideWithAnswer } from './decision/decision.logic.ts';
export { fallbackOf, isGone, isOfAnotherVendor, resolveDestination, type Reach } from './decision/destination.logic.ts';
export { isHeldBack } from './decision/gates.logic.ts';
export type { DraftStage, FirstRuling, ResolvedDestination, Ruling } from './decision/ruling.logic.ts';
export { usersOfCollection, usersOfTemplates } from './editing/rules.actions.ts';
export { counterfactualsOf, type Flip } from './overlay/counterfactuals.logic.ts';
export { explainRules } from './overlay/explain-rules.logic.ts';
export { overlayPolicy } from './overlay/overlay-policy.ts';
export { destinationExists, findDestination, openInternalQueue } from './policy/destinations.store.ts';
export type { AnswerFacts, DecisionLimits, Facts, Hold, Stop } from './policy/facts.logic.ts';
export { loadPolicy } from './policy/load-policy.ts';
export { matchesPattern, patternFault } from './policy/pattern.ts';
export type { Policy } from './policy/policy.logic.ts';
export { labelsOf, lockPolicy, namesOfPolicy, readRevision, recordHits } from './policy/policy.store.ts';
export { policyAt } from './revisions/revisions.actions.ts';
export { routingRoutes } from './routing.routes.ts';
export { detectTags, textsToEmbed } from './tags/detection.logic.ts';
export { learnTags } from './tags/learn-tags.ts';
