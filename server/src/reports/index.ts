/** Reports counts what has happened, from facts that triggers note with it: nothing is asked of those who make the changes. */
import './reports.tables.ts';

export { foldReports } from './overview.actions.ts';
export { reportRoutes } from './reports.routes.ts';
