import type { CreateTag, Detect, Tag, UpdateTag } from '@desk/contract/routing';
import { changesNothing, recordEdit, type Acting } from '../../access/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { presentAt, refuseFaults } from '../../platform/http/errors.ts';
import { newId } from '../../platform/process/ids.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { destinationExists } from '../policy/destinations.store.ts';
import { defaultMinSimilarity } from '../tags/detection.logic.ts';
import { editPolicy, refuseInUse, type EditTarget, type PublishGate } from './policy-edits.actions.ts';
import { mergePatch } from '../../platform/http/merge-patch.logic.ts';
import { viewTag } from './policy.view.ts';
import { listRules } from '../policy/rules.store.ts';
import { findTag, insertTag, removeTag, updateTag, type TagMembers, type TagRow } from '../policy/tags.store.ts';
import { rulesWithTag } from './references.logic.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { asName } from '../../platform/text/as-read.logic.ts';

/** Throws 409 for a taken name, 422 for an unknown destination. */
export const addTag = (
  desk: Desk,
  acting: Acting,
  { input, gate }: { input: CreateTag; gate: PublishGate },
): Promise<Tag> =>
  editPolicy(desk, acting, gate, async (tx) => {
    const members = {
      name: asName(input.name),
      description: input.description ?? null,
      color: input.color ?? null,
      detect: input.detect ? { ...noDetection, ...input.detect } : null,
      default_destination_id: input.default_destination_id ?? null,
    };
    await check(tx, acting, members);
    const now = desk.clock.now();
    const tag = await insertTag(tx, acting, { id: newId(now.getTime()), ...members, now });
    recordEdit(desk, tx, acting, { action: 'tag.created', subject: subjectOf(tag), before: {}, after: tag, fields });
    return viewTag(tag);
  });

/** Applies a merge patch, including `detect`. Throws 404, 412, 409 for a taken name, 422 for an unknown destination. */
export const changeTag = (
  desk: Desk,
  acting: Acting,
  { gate, ...change }: EditTarget & { patch: UpdateTag },
): Promise<Tag> =>
  editPolicy(desk, acting, gate, async (tx) => {
    const { id, patch } = change;
    const row = presentAt(await findTag(tx, acting, id), change.expectedVersion);
    const { name = row.name, detect, ...rest } = patch;
    const { description, color, default_destination_id } = { ...row, ...rest };
    const kept = { description, color, default_destination_id };
    const members = { ...kept, name: asName(name), detect: mergedDetection(row.detect, detect) };
    await check(tx, acting, members);
    if (changesNothing(row, members, fields)) return viewTag(row);
    const tag = await updateTag(tx, acting, { id, ...members, now: desk.clock.now() });
    recordEdit(desk, tx, acting, { action: 'tag.updated', subject: subjectOf(tag), before: row, after: tag, fields });
    return viewTag(tag);
  });

/** Throws 409 `in_use` with the rules that name it. Conversations keep the tag as history. */
export const dropTag = (desk: Desk, acting: Acting, { id, expectedVersion, gate }: EditTarget): Promise<void> =>
  editPolicy(desk, acting, gate, async (tx) => {
    const tag = presentAt(await findTag(tx, acting, id), expectedVersion);
    refuseInUse(rulesWithTag(await listRules(tx, acting), id));
    await removeTag(tx, acting, { id, now: desk.clock.now() });
    recordEdit(desk, tx, acting, { action: 'tag.deleted', subject: subjectOf(tag), before: tag, after: {}, fields });
  });

const fields = ['name', 'description', 'color', 'detect', 'default_destination_id'] as const;

const subjectOf = ({ id, name }: TagRow) => ({ type: 'tag', id, name });

function mergedDetection(before: Detect | null, patch: UpdateTag['detect']): Detect | null {
  if (patch === undefined) return before;
  return patch && { ...noDetection, ...mergePatch<Partial<Detect>>(before ?? {}, patch) };
}

const noDetection: Detect = { keywords: [], examples: [], min_similarity: defaultMinSimilarity };

async function check(tx: Tx, scope: OrganizationScope, { default_destination_id }: TagMembers): Promise<void> {
  if (default_destination_id === null || (await destinationExists(tx, scope, default_destination_id))) return;
  refuseFaults([{ path: '/default_destination_id', message: sentence`there is no such destination` }]);
}
