/** Validation is the desk's laboratory: what would be done with a message, tried on the real decision code without any effect. */
import './validation.tables.ts';

export { validationRoutes } from './validation.routes.ts';
