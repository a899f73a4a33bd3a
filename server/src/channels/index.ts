/** Channels own how messages come in and replies go out: deliveries, lanes, connections to vendors, and mail. */
import './channels.tables.ts';

export type { Assignment, ChannelName, Delivered, IncomingEvent, Outgoing } from './channel.logic.ts';
export { channelRoutes } from './channels.routes.ts';
export { laneReady } from './channels.jobs.ts';
export { nameServers } from './email/name-servers.ts';
export { listDueLanes } from './lanes.store.ts';
export { drainLane, wakeLanes } from './lanes.actions.ts';
export type { Inbound, LaneWorker, Parked } from './lanes.actions.ts';
export { readyChannels, send } from './send.actions.ts';
