import type { CreateTemplate, Template, UpdateTemplate } from '@desk/contract/templates';
import { changesNothing, recordEdit, type Acting } from '../../access/index.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { notFound, presentAt, refuseFaults } from '../../platform/http/errors.ts';
import { byName, namePage, pageOf, type PageQuery } from '../../platform/http/page.ts';
import { newId } from '../../platform/process/ids.ts';
import { findConnector, servingConnectors, type ConnectorRow } from '../registry/connectors.store.ts';
import {
  edit,
  lockedConnector,
  refuseInUse,
  type EditedConnector,
  type RulesOfTemplates,
} from '../registry/editing.ts';
import { settleDrift } from './quarantine.actions.ts';
import { definitionOf, editedBy, faultsOfTemplate, type Definition, warningsOf } from './template.logic.ts';
import {
  deleteTemplate,
  findTemplate,
  insertTemplate,
  pageOfTemplates,
  quarantine,
  everyTemplate,
  updateTemplate,
  type TemplateRow,
} from './templates.store.ts';

export type TemplateTarget = EditedConnector & { connectorId: string };

export const showTemplates = (
  desk: Desk,
  scope: OrganizationScope,
  { connectorId, ...query }: PageQuery & { connectorId: string },
) =>
  inScope(desk.db, scope, async (tx) => {
    presentAt(await findConnector(tx, scope, connectorId), null);
    const page = { ...namePage(query), connectorId };
    const { rows, next_cursor } = pageOf(await pageOfTemplates(tx, scope, page), page.limit, byName);
    return { items: rows.map(viewTemplate), next_cursor };
  });

export const showTemplate = (desk: Desk, scope: OrganizationScope, of: { connectorId: string; id: string }) =>
  inScope(desk.db, scope, async (tx) => viewTemplate(presentAt(await findTemplate(tx, scope, of), null)));

/** Throws 404 if the connector does not exist, 409 for a taken name, 422 with a pointer to each invalid member. */
export const addTemplate = (
  desk: Desk,
  acting: Acting,
  { connectorId, input }: { connectorId: string; input: CreateTemplate },
): Promise<Template> =>
  edit(desk, acting, async (tx) => {
    await lockedConnector(tx, acting, connectorId);
    const { name, enabled = true, ...written } = input;
    const definition = definitionOf(written);
    refuseFaults(faultsOfTemplate(definition));
    const now = desk.clock.now();
    const row = await insertTemplate(tx, {
      organization_id: acting.organizationId,
      id: newId(now.getTime()),
      connector_id: connectorId,
      name,
      definition: JSON.stringify(definition),
      enabled,
      created_at: now,
      updated_at: now,
    });
    note(desk, tx, acting, { action: 'connector_template.created', before: null, after: row });
    return viewTemplate(row);
  });

/** Applies a merge patch. Every edit ends a quarantine, even one that changes nothing else. */
export const changeTemplate = (
  desk: Desk,
  acting: Acting,
  {
    connectorId,
    id,
    expectedVersion,
    patch,
    rulesOf,
  }: TemplateTarget & { patch: UpdateTemplate; rulesOf: RulesOfTemplates },
): Promise<Template> =>
  edit(desk, acting, async (tx) => {
    await lockedConnector(tx, acting, connectorId);
    const row = presentAt(await findTemplate(tx, acting, { connectorId, id }), expectedVersion);
    const { name = row.name, enabled = row.enabled, ...members } = patch;
    const definition = editedBy(row.definition, members);
    refuseFaults(faultsOfTemplate(definition));
    // Rules only make lookups; they never cause a write.
    if (definition.effect === 'write' && row.definition.effect === 'read') refuseInUse(await rulesOf(tx, acting, [id]));
    const edited: Edited = { ...definition, name, enabled };
    if (row.quarantine === null && changesNothing<Edited, keyof Edited>(asEdited(row), edited, fields))
      return viewTemplate(row);
    const written = { name, definition: JSON.stringify(definition), enabled };
    const after = await updateTemplate(tx, acting, { id, ...written, now: desk.clock.now() });
    note(desk, tx, acting, { action: 'connector_template.updated', before: row, after });
    if (row.quarantine === null) return viewTemplate(after);
    await quarantine(tx, acting, id, null);
    await settleDrift(tx, acting, connectorId);
    return viewTemplate({ ...after, quarantine: null });
  });

/** Throws 404, 412, 409 `in_use` with the rules that use the template. */
export const dropTemplate = (
  desk: Desk,
  acting: Acting,
  { connectorId, id, expectedVersion, rulesOf }: TemplateTarget & { rulesOf: RulesOfTemplates },
): Promise<void> =>
  edit(desk, acting, async (tx) => {
    await lockedConnector(tx, acting, connectorId);
    const row = presentAt(await findTemplate(tx, acting, { connectorId, id }), expectedVersion);
    refuseInUse(await rulesOf(tx, acting, [id]));
    await deleteTemplate(tx, acting, id);
    await settleDrift(tx, acting, connectorId);
    note(desk, tx, acting, { action: 'connector_template.deleted', before: row, after: null });
  });

/** The organization's read templates, which rules may use; `enabled`: the connector is serving, too. */
export async function readableTemplates(tx: Tx, scope: OrganizationScope): Promise<ReadableTemplate[]> {
  const readable = (await everyTemplate(tx, scope)).filter(({ definition }) => definition.effect === 'read');
  if (readable.length === 0) return [];
  const serving = await servingConnectors(tx, scope);
  return readable.map(({ id, name, enabled, quarantine, connector_id, definition }) => ({
    id,
    name,
    outputs: Object.keys(definition.output),
    enabled: enabled && quarantine === null && serving.has(connector_id),
    isRefused: serving.get(connector_id) === 'needs_reauth',
  }));
}

interface ReadableTemplate {
  id: string;
  name: string;
  outputs: string[];
  enabled: boolean;
  /** The service refuses the credentials of its connector, so that nothing is looked up until there are new ones. */
  isRefused: boolean;
}

/** A template with its connector; throws 404 if either is missing. */
export const withConnector = (
  desk: Desk,
  scope: OrganizationScope,
  of: { connectorId: string; id: string },
): Promise<{ template: TemplateRow; connector: ConnectorRow }> =>
  inScope(desk.db, scope, async (tx) => {
    const [template, connector] = [await findTemplate(tx, scope, of), await findConnector(tx, scope, of.connectorId)];
    if (!template || !connector) throw notFound();
    return { template, connector };
  });

type Edited = Definition & { name: string; enabled: boolean };

const fields = [
  'name',
  'enabled',
  'description',
  'method',
  'path',
  'query',
  'headers',
  'body',
  'inputs',
  'output',
  'effect',
  'requires_verified_customer',
  'owner_match',
  'answer',
  'use',
  'cache_seconds',
  'timeout_ms',
] as const;

interface TemplateAudit {
  action: string;
  before: TemplateRow | null;
  after: TemplateRow | null;
}

function note(desk: Desk, tx: Tx, acting: Acting, { action, before, after }: TemplateAudit): void {
  const { id = '', name = '' } = after ?? before ?? {};
  recordEdit<Edited, keyof Edited>(desk, tx, acting, {
    action,
    subject: { type: 'connector_template', id, name },
    before: asEdited(before),
    after: asEdited(after),
    fields,
  });
}

const asEdited = (row: TemplateRow | null): Partial<Edited> =>
  row ? { ...row.definition, name: row.name, enabled: row.enabled } : {};

const viewTemplate = (row: TemplateRow): Template => ({
  id: row.id,
  connector_id: row.connector_id,
  name: row.name,
  ...row.definition,
  enabled: row.enabled,
  quarantine: row.quarantine,
  warnings: warningsOf(row.definition),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  version: row.version,
});
