import type {
  Connector,
  ConnectorAuth,
  CreateConnector,
  Credentials,
  UpdateConnector,
} from '@desk/contract/connectors';
import { changesBetween, changesNothing, record, type Acting } from '../access/index.ts';
import { inScope, type OrganizationScope } from '../platform/database/transaction.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Desk } from '../platform/desk.ts';
import { presentAt, refuseFaults } from '../platform/http/errors.ts';
import { byName, namePage, pageOf, type PageQuery } from '../platform/http/page.ts';
import { newId } from '../platform/process/ids.ts';
import { refuseInGrace } from './credentials/fall-back.actions.ts';
import { fingerprintOf, sealFor } from './credentials/seal.ts';
import { closeBreaker } from './requests/breakers.ts';
import { countCalls } from './requests/calls.store.ts';
import { countTemplates, templatesOf } from './templates/templates.store.ts';
import { faultsOfConnector, leadsElsewhere, normalized } from './registry/connector-checks.logic.ts';
import {
  deleteConnector,
  editConnector,
  findConnector,
  insertConnector,
  lockConnector,
  pageOfConnectors,
  type ConnectorChange,
  type ConnectorRow,
} from './registry/connectors.store.ts';
import { snapshotTakenAt } from './schema/snapshots.store.ts';
import { viewConnector } from './registry/connectors.view.ts';
import { edit, refuseInUse, type EditedConnector, type RulesOfTemplates } from './registry/editing.ts';
import { asName } from '../platform/text/as-read.logic.ts';

export const showConnectors = (desk: Desk, scope: OrganizationScope, query: PageQuery) =>
  inScope(desk.db, scope, async (tx) => {
    const page = namePage(query);
    const { rows, next_cursor } = pageOf(await pageOfConnectors(tx, scope, page), page.limit, byName);
    const now = desk.clock.now();
    const since = new Date(now.getTime() - oneDay);
    const calls = await countCalls(tx, scope, { connectorIds: rows.map(({ id }) => id), since });
    const templates = await countTemplates(tx, scope);
    const activityOf = (id: string) => ({
      templates: templates.get(id) ?? 0,
      calls_24h: calls.get(id)?.calls ?? 0,
      failed_24h: calls.get(id)?.failed ?? 0,
    });
    return { items: rows.map((row) => ({ ...viewConnector(row, now), activity: activityOf(row.id) })), next_cursor };
  });

const oneDay = 24 * 60 * 60_000;

export const showConnector = (desk: Desk, scope: OrganizationScope, id: string): Promise<Connector> =>
  inScope(desk.db, scope, async (tx) => {
    const row = presentAt(await findConnector(tx, scope, id), null);
    const takenAt = await snapshotTakenAt(tx, scope, id);
    return { ...viewConnector(row, desk.clock.now()), schema_taken_at: takenAt?.toISOString() ?? null };
  });

const usualRequestsPerMinute = 120;

/** Throws 409 for a taken name, 422 for invalid fields. The connector serves nobody before it has been validated. */
export const addConnector = (desk: Desk, acting: Acting, input: CreateConnector): Promise<Connector> =>
  edit(desk, acting, async (tx) => {
    const auth: ConnectorAuth = input.auth ?? { kind: 'none' };
    const members = { base_url: input.base_url, auth, openapi_url: input.openapi_url ?? null };
    refuseFaults(faultsOfConnector({ ...members, credentials: given(input.credentials) }));
    const now = desk.clock.now();
    const id = newId(now.getTime());
    const of = { organization_id: acting.organizationId, id };
    const row = await insertConnector(tx, {
      ...of,
      ...members,
      auth: JSON.stringify(auth),
      name: asName(input.name),
      timeout_ms: input.timeout_ms ?? null,
      requests_per_minute: input.requests_per_minute ?? usualRequestsPerMinute,
      enabled: input.enabled ?? true,
      status: 'draft',
      ...(given(input.credentials) ? credentialsChange(desk, of, auth, input.credentials ?? {}) : {}),
      created_at: now,
      updated_at: now,
    });
    note(desk, tx, acting, { action: 'connector.created', before: null, after: row });
    return viewConnector(row, now);
  });

// An empty object counts as no credentials.
const given = (credentials: Credentials | null | undefined) =>
  credentials && Object.keys(credentials).length > 0 ? credentials : undefined;

/**
 * Applies a merge patch. Another host or kind drops the credentials: those for one service are not sent to another.
 * Throws 404, 412, 409 for a taken name or during a grace period, 422 for invalid fields.
 */
export const changeConnector = (
  desk: Desk,
  acting: Acting,
  { id, expectedVersion, patch }: EditedConnector & { patch: UpdateConnector },
): Promise<Connector> =>
  edit(desk, acting, async (tx) => {
    const row = presentAt(await lockConnector(tx, acting, id), expectedVersion);
    const auth = patch.auth ?? row.auth;
    const base_url = patch.base_url ?? row.base_url;
    const openapi_url = patch.openapi_url === undefined ? row.openapi_url : patch.openapi_url;
    const { requests_per_minute: perMinute = row.requests_per_minute } = patch;
    const credentials = given(patch.credentials);
    refuseFaults(faultsOfConnector({ base_url, auth, openapi_url, credentials }));
    const removed = patch.credentials === null && row.credentials_sealed !== null;
    if (credentials || removed) refuseInGrace(desk, row);
    const emptied = removed || leadsElsewhere(row, { base_url, auth });
    const change = {
      name: patch.name === undefined ? row.name : asName(patch.name),
      base_url,
      auth: JSON.stringify(auth),
      openapi_url,
      // A URL replaces an uploaded document.
      openapi_uploaded_at: openapi_url === null ? row.openapi_uploaded_at : null,
      timeout_ms: patch.timeout_ms === undefined ? row.timeout_ms : patch.timeout_ms,
      requests_per_minute: perMinute ?? usualRequestsPerMinute,
      enabled: patch.enabled ?? row.enabled,
      ...(emptied ? noCredentials : {}),
      ...(credentials ? credentialsChange(desk, row, auth, credentials) : {}),
      ...(emptied || credentials || base_url !== row.base_url ? unproven : {}),
      ...(openapi_url === row.openapi_url ? {} : { snapshot_due: openapi_url === null ? null : desk.clock.now() }),
    } satisfies ConnectorChange;
    if (!credentials && !removed && changesNothing<ConnectorRow, Edited>(row, { ...row, ...change, auth }, fields))
      return viewConnector(row, desk.clock.now());
    const after = await editConnector(tx, acting, { id, change, now: desk.clock.now() });
    note(desk, tx, acting, { action: 'connector.updated', before: row, after });
    closeBreaker(desk, row);
    return viewConnector(after, desk.clock.now());
  });

/** Deletes the connector with its templates, snapshots and calls. Throws 404, 412, 409 `in_use` with the rules that use them. */
export const dropConnector = (
  desk: Desk,
  acting: Acting,
  { id, expectedVersion, rulesOf }: EditedConnector & { rulesOf: RulesOfTemplates },
): Promise<void> =>
  edit(desk, acting, async (tx) => {
    const row = presentAt(await lockConnector(tx, acting, id), expectedVersion);
    const templates = await templatesOf(tx, acting, id);
    refuseInUse(
      await rulesOf(
        tx,
        acting,
        templates.map((template) => template.id),
      ),
    );
    await deleteConnector(tx, acting, id);
    note(desk, tx, acting, { action: 'connector.deleted', before: row, after: null });
  });

// The last validation was about another address or other credentials.
const unproven = { status: 'draft', status_detail: null, last_validation: null } as const;

export const noCredentials = {
  credentials_sealed: null,
  credentials_fingerprint: null,
  credentials_updated_at: null,
  previous_sealed: null,
  previous_fingerprint: null,
  grace_until: null,
  rotation: 'none',
  rotation_mode: null,
  token_sealed: null,
  token_of: null,
  token_expires_at: null,
} as const satisfies ConnectorChange;

function credentialsChange(
  desk: Desk,
  of: Pick<ConnectorRow, 'organization_id' | 'id'>,
  auth: ConnectorAuth,
  credentials: Credentials,
) {
  const kept = normalized(auth, credentials);
  return {
    ...noCredentials,
    credentials_sealed: sealFor(desk, of, 'credentials_sealed', JSON.stringify(kept)),
    credentials_fingerprint: fingerprintOf(desk, kept),
    credentials_updated_at: desk.clock.now(),
  };
}

interface ConnectorAudit {
  action: string;
  before: ConnectorRow | null;
  after: ConnectorRow | null;
}

const fields = ['name', 'base_url', 'auth', 'openapi_url', 'timeout_ms', 'requests_per_minute', 'enabled'] as const;
type Edited = (typeof fields)[number];

function note(desk: Desk, tx: Tx, acting: Acting, { action, before, after }: ConnectorAudit): void {
  const { id = '', name = '' } = after ?? before ?? {};
  const replaced = before?.credentials_fingerprint !== after?.credentials_fingerprint;
  const changes = {
    ...changesBetween<ConnectorRow, Edited>(before ?? {}, after ?? {}, fields),
    // For a secret, record only that it changed.
    ...(before && after && replaced ? { credentials: {} } : {}),
  };
  if (Object.keys(changes).length > 0)
    record(desk, tx, acting, { action, subject: { type: 'connector', id, name }, changes });
}
