/** Routing owns the policy: tags, destinations and rules, and the decision whether a message is answered or to whom it goes. */
import './routing.tables.ts';

export { decideBeforeAnswer, decideWithAnswer, type Terms } from './decision.logic.ts';
export { fallbackOf, resolveDestination, resolveFallback } from './destination.logic.ts';
export { destinationExists, openInternalQueue } from './destinations.store.ts';
export { detectTags, type DetectedTag } from './detection.logic.ts';
export type { AnswerFacts, Facts, Limits, SignalFacts } from './facts.logic.ts';
export { loadPolicy } from './load-policy.ts';
export type { Policy } from './policy.logic.ts';
export { labelsOf, recordHits, type Labels } from './policy.store.ts';
export { routingRoutes } from './routing.routes.ts';
export type { DraftStage, FirstRuling, ResolvedDestination, Ruling } from './ruling.logic.ts';
