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
  releaseTurn,
  saveConversation,
  type ConversationRow,
  type CustomerRow,
} from './conversations.store.ts';
export type { Labels } from './conversations.view.ts';
export { beginDelivery, type NextDelivery } from './delivery.actions.ts';
export { lockOverdue, overdueConversations, type Overdue } from './overdue.store.ts';
export { recordGap } from './gap.actions.ts';
export { handOver, silenceMachines, waitForSilence, type HandoverWish, type Silence } from './handover.actions.ts';
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
export {
  aiDrafted,
  aiSpoke,
  confirmed,
  handToHuman,
  humanReply,
  wake,
  type AiLeave,
  type Step,
} from './ownership.logic.ts';
export { rate } from './rate.actions.ts';
export { viewFeedback } from './feedback.view.ts';
export { keepWaiting, stepAfterLoss } from './lost-words.actions.ts';
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
