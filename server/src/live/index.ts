/** Live streams changes to connected clients. The triggers of its migration record every change, no matter what causes it. */
import './live.tables.ts';

export { forgetEvents } from './forget.actions.ts';
export { liveRoutes } from './live.routes.ts';
export { endStreams } from './streams.ts';
