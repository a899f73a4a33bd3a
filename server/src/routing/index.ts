/** Routing owns the policy: tags, destinations and rules, and the decision whether a message is answered or to whom it goes. */
import './routing.tables.ts';

export { decideBeforeAnswer, decideWithAnswer } from './decision.logic.ts';
export { fallbackOf, isOfAnotherVendor, resolveDestination, type Reach } from './destination.logic.ts';
export { destinationExists, openInternalQueue } from './destinations.store.ts';
export { detectTags, textsToEmbed } from './detection.logic.ts';
export type { Hold } from './facts.logic.ts';
export { loadPolicy } from './load-policy.ts';
export type { Policy } from './policy.logic.ts';
export { labelsOf, recordHits } from './policy.store.ts';
export { routingRoutes } from './routing.routes.ts';
export { learnTags } from './tag-classifiers.ts';
export type { ResolvedDestination, Ruling } from './ruling.logic.ts';
