/** Connectors own the connections to account systems, their request templates, and the log of requests. */
import './exported.ts';

export { offeredActions } from './actions/offered.actions.ts';
export { runAction } from './actions/run.actions.ts';
export { subscribeConnectors, sweepConnectors } from './connectors.jobs.ts';
export { connectorRoutes } from './connectors.routes.ts';
export { lookUp, rehearsed, type InputSources, type Lookup, type LookUp } from './lookups/look-up.actions.ts';
export { writeLookup } from './lookups/lookup-text.logic.ts';
export { recorded } from './lookups/recorded-lookups.ts';
export { restingConnectors } from './requests/breakers.ts';
export { eraseCalls, linkCalls } from './requests/calls.store.ts';
export { readableTemplates } from './templates/templates.actions.ts';
