/** Conversations owns the record: who said what, who owns it now, what was decided, and what is still to be said. */
export { turnDue, deliveryDue, personReplied, type OfConversation, type OfReply } from './conversations.jobs.ts';
export { recordStep } from './audit.actions.ts';
export { conversationRoutes } from './conversations.routes.ts';
export {
  findConversation,
  findCustomer,
  idsToQuietDown,
  lockConversation,
  lockCurrent,
  overdueConversations,
  releaseTurn,
  saveConversation,
  type ConversationRow,
  type CustomerRow,
} from './conversations.store.ts';
export type { Labels } from './conversations.view.ts';
export { beginDelivery, type NextDelivery } from './delivery.actions.ts';
export { recordGap } from './gap.actions.ts';
export { handOver, waitForSilence, type HandoverWish } from './handover.actions.ts';
export {
  changeHandover,
  countAiWords,
  findHandover,
  insertDecision,
  lastHandover,
  type HandoverRow,
} from './history.store.ts';
export { giveToPeople, recordCustomerMessage, recordEvent, type Reception } from './inbound.actions.ts';
export { recordHumanReply, recordThreadState } from './helpdesk.actions.ts';
export { providerKey, type Thread } from './thread.logic.ts';
export { changeDraft, findMessage, lastCustomerWords, retireDrafts, type MessageRow } from './messages.store.ts';
export { countTokens, tokensUsed } from './model-use.store.ts';
export { promiseDelivery, wakeSender, writeWords } from './outbound.actions.ts';
export { settleDelivery, type OutboxRow, type Settlement } from './outbox.store.ts';
export { aiDrafted, aiSpoke, confirmed, handToHuman, humanReply, wake, type AiLeave } from './ownership.logic.ts';
export { rate } from './rate.actions.ts';
export { viewFeedback } from './feedback.view.ts';
export { bringBeforePeople, keepWaiting } from './lost-words.actions.ts';
export { createReader, type Neighbours, type Reader } from './reading.actions.ts';
export {
  applyStep,
  columnsOf,
  noTurn,
  promiseTurn,
  scopeOf,
  standingOf,
  type Actor,
  type Because,
} from './standing.actions.ts';
export { beginTurn, promiseAgain, stillOurs, type Turn } from './turn.actions.ts';
