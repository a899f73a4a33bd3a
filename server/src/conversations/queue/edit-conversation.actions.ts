import type { updateConversation } from '@desk/contract/conversations';
import type { BodyOf } from '@desk/contract/endpoint';
import { changesNothing, type Acting } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { conflict, invalid, presentAt, type ExpectedVersion } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { recordStep } from '../record/audit.actions.ts';
import { lockConversation, saveConversation, type ConversationRow } from '../record/conversations.store.ts';
import { setStatus } from '../ownership/ownership.logic.ts';
import { statusWords } from '../ownership/status-words.logic.ts';
import type { PeerLookups } from './read-conversation.actions.ts';
import {
  applyStep,
  columnsOf,
  ownershipStateOf,
  promiseTriage,
  openedStandingOf,
  type HandoverActor,
} from '../ownership/ownership.actions.ts';

export type ConversationEdit = BodyOf<typeof updateConversation>;

interface Editing {
  id: string;
  edit: ConversationEdit;
  actor: HandoverActor;
  expectedVersion: ExpectedVersion;
  neighbours: PeerLookups;
}

/** Throws 404; 409 `invalid_transition`; 412; 422 for tags, destinations or people that the organization does not have. */
export async function editConversation(
  desk: Desk,
  tx: Tx,
  acting: Acting,
  { id, edit, actor, expectedVersion, neighbours }: Editing,
): Promise<ConversationRow> {
  const row = presentAt(await lockConversation(tx, acting, id), expectedVersion);
  await checkReferences(tx, acting, { row, edit, neighbours });
  const status = requestedStatus(row, edit);
  const moved = status === undefined ? row : await changeStatus(desk, tx, row, { edit: { ...edit, status }, actor });
  const change = {
    ...(edit.tag_ids === undefined ? {} : tagChanges(moved, edit.tag_ids ?? [])),
    ...(edit.destination_id === undefined ? {} : { destination_id: edit.destination_id }),
    ...(edit.assignee_id === undefined ? {} : { assignee_id: edit.assignee_id }),
  };
  const isSame = changesNothing(moved, { ...moved, ...change }, ['tag_ids', 'destination_id', 'assignee_id']);
  const edited = isSame ? moved : await saveConversation(tx, moved, change, desk.clock.now());
  recordStep(desk, tx, acting, { action: 'conversation.updated', before: row, after: edited });
  return edited;
}

function tagChanges({ tag_ids: before, removed_tag_ids: removed }: ConversationRow, chosen: string[]) {
  const off = new Set([...removed, ...before]).difference(new Set(chosen));
  return { tag_ids: chosen, removed_tag_ids: [...off] };
}

// A wake time without a status moves the existing wake time, and null wakes the conversation now.
function requestedStatus(
  row: ConversationRow,
  { status, snoozed_until }: ConversationEdit,
): ConversationEdit['status'] {
  if (status !== undefined && status !== 'snoozed' && snoozed_until)
    throw invalid('/snoozed_until', sentence`Only a snoozed conversation has a time to wake.`);
  if (status !== undefined || snoozed_until === undefined) return status;
  if (row.status === 'snoozed') return snoozed_until === null ? 'open' : 'snoozed';
  if (snoozed_until === null) return undefined;
  throw invalid('/snoozed_until', sentence`The conversation is not snoozed. Set its status to snoozed as well.`);
}

async function changeStatus(
  desk: Desk,
  tx: Tx,
  row: ConversationRow,
  { edit, actor }: { edit: ConversationEdit & Required<Pick<ConversationEdit, 'status'>>; actor: HandoverActor },
): Promise<ConversationRow> {
  const until = edit.snoozed_until ? new Date(edit.snoozed_until) : null;
  const now = desk.clock.now();
  if (edit.status === 'snoozed' && (!until || until <= now))
    throw invalid('/snoozed_until', sentence`A time in the future is required.`);
  const standing = edit.status === 'open' ? await openedStandingOf(tx, row) : ownershipStateOf(row);
  const step = setStatus(standing, edit.status, { now, snoozedUntil: until });
  if (!step) {
    const [from, to] = [statusWords[row.status], statusWords[edit.status]];
    throw conflict('invalid_transition', sentence`A conversation that is ${from} cannot become ${to}.`);
  }
  if (step.change === null && changesNothing(row, { ...row, ...columnsOf(step.standing) }, statusFields)) return row;
  const { conversation } = await applyStep(desk, tx, row, { step, because: { actor }, turn: null });
  const isSpamNoMore = row.status === 'spam' && conversation.status !== 'spam';
  return isSpamNoMore ? promiseTriage(desk, tx, conversation) : conversation;
}

const statusFields = ['status', 'owner', 'waiting_since', 'snoozed_until', 'resolution', 'resolved_at'] as const;

// Tags, destination and assignee that the conversation already has may stay, although they have been deleted since.
async function checkReferences(
  tx: Tx,
  scope: OrganizationScope,
  { row, edit, neighbours }: { row: ConversationRow; edit: ConversationEdit; neighbours: PeerLookups },
): Promise<void> {
  const tagIds = (edit.tag_ids ?? []).filter((id) => !row.tag_ids.includes(id));
  const { destination_id: destinationId, assignee_id: assigneeId } = edit;
  const destinationIds = destinationId && destinationId !== row.destination_id ? [destinationId] : [];
  const labels = await neighbours.labelsOf(tx, scope, { tagIds, destinationIds, inUse: true });
  const unknownTag = tagIds.find((id) => !labels.tags.has(id));
  if (unknownTag !== undefined)
    throw invalid(`/tag_ids/${edit.tag_ids?.indexOf(unknownTag)}`, sentence`This tag does not exist.`);
  if (destinationIds.some((id) => !labels.destinations.has(id)))
    throw invalid('/destination_id', sentence`This destination does not exist.`);
  if (!assigneeId) return;
  const people = await neighbours.namesOf(tx, scope, [assigneeId]);
  if (!people.has(assigneeId))
    throw invalid('/assignee_id', sentence`This person is not a member of the organization.`);
}
