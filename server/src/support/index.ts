/** Support is the story: a message arrives, is considered, and is answered or handed over. */
export { deskRoutes } from './desk.routes.ts';
export { rehearse, type Rehearsal } from './rehearsal/rehearse.actions.ts';
export { subscribeSupport } from './support.jobs.ts';
export { sweep } from './sweep.actions.ts';
