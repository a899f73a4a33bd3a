import type { Replay, ReplayRequest } from '@desk/contract/replay';
import { findRecordedTurn } from '../../conversations/index.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { invalid, notFound } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { replayNow, replayRecorded } from '../../support/index.ts';
import { differencesBetween } from './replay.logic.ts';

/** Makes a recorded decision again. Throws 404, 409 `not_replayable`, 422 for an overlay over recorded terms or an invalid one. */
export async function replay(
  desk: Desk,
  scope: OrganizationScope,
  { id, request }: { id: string; request: ReplayRequest },
): Promise<Replay> {
  const { against, overlay } = request;
  const turn = await inScope(desk.db, scope, (tx) => findRecordedTurn(tx, scope, id));
  if (!turn) throw notFound();
  if (against === 'recorded' && overlay) throw invalid('/overlay', sentence`applies to the current terms only`);
  const replayed =
    against === 'recorded' ? await replayRecorded(desk, scope, turn) : await replayNow(desk, scope, { turn, overlay });
  const recorded = { ...turn.record, hash: turn.hash };
  return {
    same: recorded.hash === replayed.hash,
    recorded,
    replayed,
    differences: recorded.hash === replayed.hash ? [] : differencesBetween(recorded, replayed),
  };
}
