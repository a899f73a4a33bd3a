/** Live tells those who are connected what has changed; the triggers of its migration note it, no matter who makes the change. */
import './live.tables.ts';

export { forgetEvents } from './forget.actions.ts';
export { liveRoutes } from './live.routes.ts';
export { endStreams } from './streams.ts';
