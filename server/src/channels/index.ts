/** Channels own how messages come in and replies go out: deliveries, lanes, connections to vendors, and mail. */
import './port/channels.tables.ts';
import './exported.ts';

export { channelRoutes } from './channels.routes.ts';
export {
  drainLane,
  wakeAbandonedLanes,
  wakeLanes,
  type DeadLetterNotice,
  type InboundDelivery,
  type LaneWorker,
} from './drain-lanes.actions.ts';
export { takeAutomaticMail } from './email/automatic-mail.store.ts';
export { listUnroutable } from './email/domains/mailboxes.store.ts';
export { nameServers } from './email/domains/name-servers.ts';
export { originalMail } from './email/original-mail.actions.ts';
export { deliverUnroutable, discardUnroutable } from './email/receive.actions.ts';
export { listenForMail } from './email/smtp-listener.ts';
export { suppressAddress, whySuppressed } from './email/suppressions/suppressions.actions.ts';
export { endSending } from './email/threads/messages.store.ts';
export { fetchFile } from './fetch-file.actions.ts';
export { findTarget, type FoundTarget } from './find-target.actions.ts';
export { retryEvent } from './inbound/dead-letters.actions.ts';
export { deadEvents, discardEvent, findEvent, type DeadEvent } from './inbound/dead-letters.store.ts';
export { eventsWait, forgetEventsOf, forgetInLanes, forgetMailsOf } from './inbound/erasure.store.ts';
export { findKnownEvent, keepCopyDecision } from './inbound/ingest.store.ts';
export { eventCopied, grantRenewed, laneReady, type CopiedEvent } from './inbound/lanes.jobs.ts';
export { listDueLanes, queueAges } from './inbound/lanes.store.ts';
export { eraseRawFiles, forgetRaw, forgetRawEvents, forgetRawFiles } from './inbound/raw-files.actions.ts';
export { rawFilesForgotten } from './inbound/raw-files.jobs.ts';
export { forgetMailTraces, forgetUnroutableMail, giveUpParked } from './inbound/retention.store.ts';
export { openBreakers } from './outbound/circuit-breaker.ts';
export { isEcho } from './outbound/echo.ts';
export type {
  Assignment,
  Bounced,
  Complained,
  CustomerMessage,
  Delivered,
  HandledEvent,
  HelpdeskName,
  IncomingEvent,
  Outgoing,
  VendorBotReply,
} from './port/channel.logic.ts';
export { readyChannels, send } from './send.actions.ts';
