/** Conversations owns the record: messages, ownership, decisions, and the outbox. */
import './exported.ts';

export {
  bindUploads,
  dropFiles,
  keepFiles,
  keepUpload,
  keepUploadsWithinQuota,
  listedOf,
  sweepAttachments,
  takeUploads,
  type KeptFiles,
} from './attachments/attachments.actions.ts';
export {
  attachmentsOf,
  findAttachment,
  insertAttachments,
  type AttachmentRow,
} from './attachments/attachments.store.ts';
export { conversationRoutes } from './conversations.routes.ts';
export {
  closeSilently,
  conversationsToErase,
  eraseConversations,
  eraseDecisions,
  eraseDecisionsAlone,
  eraseFromShared,
  eraseHandovers,
  eraseMessages,
  eraseSends,
  identitiesToErase,
  isSending,
  type EraseStep,
} from './customers/erase.store.ts';
export {
  addToCount,
  endErasure,
  findErasure,
  isBeingErased,
  pendingErasures,
  type ErasureRow,
} from './customers/erasure.store.ts';
export { beginErasure, eraseFiles } from './customers/erasures.actions.ts';
export { personsNamed } from './customers/persons.store.ts';
export { viewErasure } from './customers/persons.view.ts';
export { ratedAnswer } from './feedback/feedback.store.ts';
export { viewFeedback } from './feedback/feedback.view.ts';
export { rate } from './feedback/rate.actions.ts';
export {
  giveToPeople,
  recordCustomerMessage,
  recordEvent,
  recordSpam,
  type Reception,
} from './inbound/customer-messages.actions.ts';
export { recordHumanReply, recordThreadState } from './inbound/helpdesk-events.actions.ts';
export { recordUnreadMessage } from './inbound/unread-message.actions.ts';
export {
  deadSends,
  discardSend,
  findDeadReply,
  findDeadSend,
  findSend,
  repliesWithoutGrant,
  revive,
  type DeadSend,
} from './outbox/dead-sends.store.ts';
export { beginDelivery, type NextDelivery } from './outbox/delivery.actions.ts';
export { promiseDelivery, wakeSender, writeWords } from './outbox/outbound.actions.ts';
export {
  failSent,
  hasOpenWords,
  settleArrived,
  settleDelivery,
  type OutboxRow,
  type OutboxSettlement,
} from './outbox/outbox.store.ts';
export { unansweredSince } from './outbox/unanswered.store.ts';
export type { Forbidden } from './outbox/withdrawals.ts';
export {
  handOver,
  stopAiReplies,
  waitForRepliesInFlight,
  type HandoverWish,
  type Silence,
} from './ownership/handover.actions.ts';
export { keepWaiting, stepAfterLoss } from './ownership/lost-reply.actions.ts';
export {
  applyStep,
  endTurn,
  moveTo,
  scopeOf,
  stepOfReply,
  stepToPeople,
  triageDone,
  turnEnded,
  type Because,
  type HandoverActor,
} from './ownership/ownership.actions.ts';
export {
  aiDrafted,
  aiSpoke,
  confirmed,
  inactive,
  wake,
  type AiPermission,
  type OwnershipStep,
} from './ownership/ownership.logic.ts';
export { forgetPresence } from './presence/presence.actions.ts';
export type { Labels } from './queue/conversations.view.ts';
export { editConversation, type ConversationEdit } from './queue/edit-conversation.actions.ts';
export { createReader, type ConversationReader, type PeerLookups } from './queue/read-conversation.actions.ts';
export { recordStep } from './record/audit.actions.ts';
export {
  deliveryDue,
  personReplied,
  turnDue,
  type BegunDelivery,
  type OfConversation,
  type OfReply,
} from './record/conversations.jobs.ts';
export {
  conversationsOfThreads,
  findConversation,
  findCurrent,
  findCustomer,
  idsOwnedByAi,
  lockConversation,
  lockCurrent,
  dueAtDestination,
  organizationsByActivity,
  saveConversation,
  titlesOf,
  type ConversationChange,
  type ConversationRow,
  type CustomerRow,
} from './record/conversations.store.ts';
export type { ListedAttachment } from './record/conversations.tables.ts';
export {
  changeHandover,
  countAiWords,
  findDecision,
  findHandover,
  findRecordedTurn,
  handoverToPlace,
  insertDecision,
  isCopyRecorded,
  keepStoppedDecision,
  lastHandover,
  messagesWithoutReply,
  recentTurns,
  type HandoverRow,
  type RecordedTurn,
} from './record/history.store.ts';
export {
  answersDisowned,
  changeDraft,
  customerWordsIn,
  findMessage,
  lastCustomerWords,
  newestMessages,
  retireDrafts,
  type MessageRow,
} from './record/messages.store.ts';
export { providerKey, type VendorThread } from './record/thread.logic.ts';
export { unassign } from './record/unassign.store.ts';
export {
  forgetDecisions,
  forgetMessages,
  forgetNotes,
  forgetSent,
  forgetSubjects,
  type RetentionStep,
} from './retention/retention.store.ts';
export { countTokens, tokensUsed } from './turn/model-use.store.ts';
export { inactiveConversations, lockOverdue, overdueConversations, type OverdueTurn } from './turn/overdue.store.ts';
export {
  beginTurn,
  holdTurn,
  promiseAgain,
  promiseLost,
  readThread,
  stillOurs,
  yieldTurn,
  type ThreadSoFar,
  type Turn,
} from './turn/turn.actions.ts';
