/** Support handles a message from its arrival to its answer or handover. */

export { deskRoutes } from './desk.routes.ts';
export { eraseNamed } from './erasure/erase-named.actions.ts';
export { shownAsText } from './outcomes/reply.actions.ts';
export { discardDeadLetter, pageOfDeadLetters, retryDeadLetter } from './people/dead-letters.actions.ts';
export { previewTurns, type Previewed } from './rehearsal/preview.actions.ts';
export { stateBehind } from './rehearsal/recorded-state.ts';
export { rehearse, type Rehearsal, type RehearsedTurn } from './rehearsal/rehearse.actions.ts';
export type { RehearsalRequest } from './rehearsal/rehearsed-matter.ts';
export { replayNow, replayRecorded } from './rehearsal/replay.actions.ts';
export { subscribeSupport } from './support.jobs.ts';
export { sweep } from './sweep.actions.ts';
export { backlogOf } from './upkeep/backlog.actions.ts';
