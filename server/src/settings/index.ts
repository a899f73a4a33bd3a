/** Settings owns an organization's decisions about its desk: whether the AI replies, when, how, and within what limits. */
import './settings.tables.ts';
import './exported.ts';

export { effectiveAutoRespond, type AutoRespond } from './auto-respond.logic.ts';
export { isOpen, localTime, type LocalTime } from './business-hours.logic.ts';
export {
  changeSettings,
  expectedLanguages,
  loadSettings,
  overlaySettings,
  settingsAt,
  usersOfDestination,
  type DestinationExists,
} from './settings.actions.ts';
export { autoRespondChanged } from './settings.jobs.ts';
export { defaults } from './settings.logic.ts';
export { settingsRoutes } from './settings.routes.ts';
export { dueForRetention, lockSettings, noteRetention } from './settings.store.ts';
