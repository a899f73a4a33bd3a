/** Support is the story: a message arrives, is considered, and is answered or handed over; `consider` is shared with rehearsals. */
export { consider, type Considered } from './consider.actions.ts';
export { deskRoutes } from './desk.routes.ts';
export { handleMessage } from './handle-message.actions.ts';
export type { Situation } from './situation.actions.ts';
export { subscribeSupport } from './support.jobs.ts';
export { sweep } from './sweep.actions.ts';
