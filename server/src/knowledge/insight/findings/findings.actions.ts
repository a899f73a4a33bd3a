import type { FilledQueryOf } from '@desk/contract/endpoint';
import type { Finding, FindingState, listFindings } from '@desk/contract/findings';
import { recordEdit, type Acting } from '../../../access/index.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import { notFound, presentAt, type ExpectedVersion } from '../../../platform/http/errors.ts';
import { idAfter, pageOf } from '../../../platform/http/page.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import {
  findFinding,
  findingsBefore,
  lockFinding,
  placesOf,
  saveState,
  type FindingRow,
  type PlaceRow,
} from './findings.store.ts';

export async function pageOfFindings(desk: Desk, scope: OrganizationScope, query: FilledQueryOf<typeof listFindings>) {
  const { limit, cursor, ...filter } = query;
  return inScope(desk.db, scope, async (tx) => {
    const found = await findingsBefore(tx, scope, filter, { before: idAfter(cursor), limit });
    const { rows, next_cursor } = pageOf(found, limit, (row) => [row.id]);
    return { items: await withPlaces(tx, scope, rows), next_cursor };
  });
}

export async function withPlaces(tx: Tx, scope: OrganizationScope, rows: readonly FindingRow[]): Promise<Finding[]> {
  if (rows.length === 0) return [];
  const places = Map.groupBy(
    await placesOf(
      tx,
      scope,
      rows.map(({ id }) => id),
    ),
    (place) => place.finding_id,
  );
  return rows.map((row) => viewFinding(row, places.get(row.id) ?? []));
}

export const showFinding = (desk: Desk, scope: OrganizationScope, id: string): Promise<Finding> =>
  inScope(desk.db, scope, (tx) => shown(tx, scope, id));

interface FindingEdit {
  id: string;
  state: FindingState | undefined;
  expectedVersion: ExpectedVersion;
}

/** Also returns 404 for a finding whose cause is gone: there is nothing left to decide. */
export function changeFinding(
  desk: Desk,
  acting: Acting,
  { id, state, expectedVersion }: FindingEdit,
): Promise<Finding> {
  return inScope(desk.db, acting, async (tx) => {
    const row = presentAt(await lockFinding(tx, acting, id), expectedVersion);
    if (state !== undefined && state !== row.state) await saveState(tx, row, state);
    const after = await shown(tx, acting, id);
    noteState(desk, tx, acting, { row, state: after.state });
    return after;
  });
}

function noteState(desk: Desk, tx: Tx, acting: Acting, { row, state }: { row: FindingRow; state: FindingState }): void {
  const subject = { type: 'finding', id: row.id, name: row.type };
  const before = { state: row.state };
  recordEdit(desk, tx, acting, { action: 'finding.updated', subject, before, after: { state }, fields: ['state'] });
}

async function shown(tx: Tx, scope: OrganizationScope, id: string): Promise<Finding> {
  const row = await findFinding(tx, scope, id);
  const [finding] = row ? await withPlaces(tx, scope, [row]) : [];
  if (!finding) throw notFound();
  return finding;
}

const viewFinding = (row: FindingRow, places: readonly PlaceRow[]): Finding => ({
  id: row.id,
  type: row.type,
  severity: row.severity,
  documents: places.map(({ document_id: id, title, version, quote }) => ({ id, title, version, quote })),
  detail: row.detail,
  suggestion: row.suggestion,
  state: row.state,
  first_seen_at: row.first_seen_at.toISOString(),
  last_seen_at: row.last_seen_at.toISOString(),
  version: row.version,
});
