/** Validation tries out messages on the production decision code, without any effect. */
import './playground/playground.tables.ts';
import './runs/runs.tables.ts';
import './simulation/rehearsal-tokens.tables.ts';
import './suite/suite.tables.ts';
import './exported.ts';

export { eraseCopies } from './erase-copies.actions.ts';
export { passGate } from './gate/publish-gate.actions.ts';
export { findSuiteVersionNumber as versionOfSuite, sourcesOfCases } from './suite/suite.store.ts';
export { sweepValidation } from './sweep.actions.ts';
export { subscribeValidation } from './validation.jobs.ts';
export { validationRoutes } from './validation.routes.ts';
