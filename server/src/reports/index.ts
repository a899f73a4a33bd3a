/** Reports counts facts. Database triggers record a fact with each change, so the code that makes the change does nothing. */
import './reports.tables.ts';
import './exported.ts';

export { foldReports } from './overview.actions.ts';
export { reportRoutes } from './reports.routes.ts';
