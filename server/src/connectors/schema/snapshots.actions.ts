import type { SchemaSnapshot } from '@desk/contract/connectors';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { noneYet, notFound, upstreamFailed } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { findConnector, lockConnector, noteConnector, type ConnectorRow } from '../registry/connectors.store.ts';
import { settleDrift } from '../templates/quarantine.actions.ts';
import { quarantine, templateNames, templatesOf, type TemplateRow } from '../templates/templates.store.ts';
import { candidatesOf } from './candidates.logic.ts';
import { driftBetween, type Drift } from './drift.logic.ts';
import { hashOf } from './shape-hash.ts';
import { fieldsOfAnswer, mostFieldsOf, type ServiceShape } from './openapi.logic.ts';
import { readDocument } from './read-document.ts';
import {
  confirmSnapshot,
  forgetSnapshots,
  insertSnapshot,
  newestSnapshot,
  type SchemaSnapshotRow,
} from './snapshots.store.ts';
import { widened } from './widen.logic.ts';

const oncePerDay = 24 * 60 * 60_000;

/** The newest snapshot; 404 `no_snapshot` before the first. */
export const showSnapshot = (desk: Desk, scope: OrganizationScope, id: string): Promise<SchemaSnapshot> =>
  inScope(desk.db, scope, async (tx) => {
    if (!(await findConnector(tx, scope, id))) throw notFound();
    const row = await newestSnapshot(tx, scope, id);
    if (!row) throw noSnapshot();
    return viewIn(tx, scope, row);
  });

const noSnapshot = () =>
  noneYet(
    'no_snapshot',
    sentence`There is no snapshot yet: take one of the OpenAPI document with ?refresh=true, or test a template.`,
  );

/** The snapshot for the API, with the templates that can be made of it now. */
export const viewSnapshot = (desk: Desk, scope: OrganizationScope, row: SchemaSnapshotRow): Promise<SchemaSnapshot> =>
  inScope(desk.db, scope, (tx) => viewIn(tx, scope, row));

const viewIn = async (tx: Tx, scope: OrganizationScope, row: SchemaSnapshotRow): Promise<SchemaSnapshot> => ({
  version: row.number,
  hash: row.hash,
  taken_at: row.taken_at.toISOString(),
  source: row.source,
  operations: row.operations,
  drift: row.drift,
  candidates: row.source === 'openapi' ? candidatesOf(row.operations, await templateNames(tx, scope)) : [],
});

/**
 * Takes a snapshot of the OpenAPI document now. Without a document, returns what tests have taught. Throws 404, and
 * 502 with the reason if the document cannot be read.
 */
export async function refreshSnapshot(desk: Desk, scope: OrganizationScope, id: string): Promise<SchemaSnapshot> {
  const connector = await inScope(desk.db, scope, (tx) => findConnector(tx, scope, id));
  if (!connector) throw notFound();
  if (connector.openapi_url === null) return showSnapshot(desk, scope, id);
  const document = await readDocument(desk, connector.openapi_url);
  if (document.kind === 'refused') {
    await inScope(desk.db, scope, (tx) => noteConnector(tx, scope, id, { snapshot_due: tomorrow(desk) }));
    throw upstreamFailed(sentence`${document.detail} ${document.remedy}`);
  }
  const row = await keepSnapshot(desk, connector, (before) => ({
    source: 'openapi',
    shape: document.shape,
    hash: document.hash,
    // Snapshots from tests cover a part of the service only, so a comparison would report the rest as new.
    comparable: before?.source === 'openapi',
  }));
  return viewSnapshot(desk, scope, row);
}

/**
 * Adds the shape of a test's response to the snapshot. Does nothing for connectors with a document, which is more complete.
 * One response with missing fields quarantines no template.
 */
export async function learnFromResponse(
  desk: Desk,
  connector: ConnectorRow,
  template: TemplateRow,
  body: unknown,
): Promise<void> {
  if (connector.openapi_url !== null || connector.openapi_uploaded_at !== null) return;
  const { method, path, inputs } = template.definition;
  const seen = fieldsOfAnswer(body);
  const learned = {
    id: template.name,
    method,
    path,
    summary: null,
    parameters: inputs.map(({ name, type, required }) => ({
      name,
      in: 'template',
      type,
      required: required !== false,
    })),
    secured: connector.auth.kind !== 'none',
  };
  await keepSnapshot(desk, connector, (before) => {
    const known = before?.source === 'responses' ? before.operations : [];
    const others = known.filter(({ id }) => id !== template.name);
    const old = known.find((each) => each.id === template.name && each.method === method && each.path === path);
    const isWhole = seen.length < mostFieldsOf({ operations: 1 });
    const operation = { ...learned, fields: old ? widened({ before: old.fields, seen, isWhole }) : seen };
    const shape = { operations: [...others, operation].toSorted((a, b) => (a.id < b.id ? -1 : 1)), servers: [] };
    return { source: 'responses', shape, hash: hashOf(shape), comparable: before?.source === 'responses' };
  });
}

const tomorrow = (desk: Desk) => new Date(desk.clock.now().getTime() + oncePerDay);

export interface Taken {
  source: SchemaSnapshotRow['source'];
  shape: ServiceShape;
  hash: string;
  comparable: boolean;
}

const noDrift: Drift = { severity: null, changes: [] };

/** Takes one snapshot at a time: the connector's row stays locked while it is compared with the one before. */
export const keepSnapshot = (
  desk: Desk,
  connector: ConnectorRow,
  take: (before: SchemaSnapshotRow | undefined) => Taken,
): Promise<SchemaSnapshotRow> => {
  const scope = { organizationId: connector.organization_id };
  return inScope(desk.db, scope, async (tx) => {
    if (!(await lockConnector(tx, scope, connector.id))) throw notFound();
    const now = desk.clock.now();
    const before = await newestSnapshot(tx, scope, connector.id);
    const { source, shape, hash, comparable } = take(before);
    await noteConnector(tx, scope, connector.id, {
      snapshot_due: connector.openapi_url === null ? null : tomorrow(desk),
    });
    if (before?.hash === hash && before.source === source) return confirmSnapshot(tx, scope, before, now);
    const templates = await templatesOf(tx, scope, connector.id);
    const drift = before && comparable ? driftBetween(before, shape, templates) : noDrift;
    await setAside(tx, scope, { connectorId: connector.id, drift, templates });
    const number = (before?.number ?? 0) + 1;
    await forgetSnapshots(tx, scope, connector.id, number);
    return insertSnapshot(tx, {
      organization_id: scope.organizationId,
      connector_id: connector.id,
      number,
      hash,
      source,
      operations: JSON.stringify(shape.operations),
      servers: JSON.stringify(shape.servers),
      drift: JSON.stringify(drift),
      taken_at: now,
    });
  });
};

/** Quarantines the templates that a breaking change affects until people have checked them; all others continue. */
async function setAside(
  tx: Tx,
  scope: OrganizationScope,
  { connectorId, drift, templates }: { connectorId: string; drift: Drift; templates: TemplateRow[] },
): Promise<void> {
  const grave = drift.changes.filter(({ severity }) => severity === 'breaking' || severity === 'dangerous');
  for (const template of templates) {
    const why = grave.find((each) => each.templates.some(({ id }) => id === template.id));
    if (why) await quarantine(tx, scope, template.id, `${why.path || why.operation}: ${why.detail}`.slice(0, 500));
  }
  await settleDrift(tx, scope, connectorId);
}
