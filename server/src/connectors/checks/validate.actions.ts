import type { Check, Validation } from '@desk/contract/connectors';
import { record, type Acting } from '../../access/index.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { english, inEnglish, sentence } from '../../platform/words/sentence.logic.ts';
import {
  claim,
  findConnector,
  noteConnector,
  type ConnectorChange,
  type ConnectorRow,
} from '../registry/connectors.store.ts';
import { closeBreaker } from '../requests/breakers.ts';
import { failure } from '../requests/failures.logic.ts';
import { readDocument } from '../schema/read-document.ts';
import { otherBase } from '../schema/servers.logic.ts';
import { newestSnapshot } from '../schema/snapshots.store.ts';
import { gatherEntered } from '../templates/inputs.logic.ts';
import { Unrenderable, type Scalar } from '../templates/placeholders.logic.ts';
import { settleDrift } from '../templates/quarantine.actions.ts';
import { templatesOf, type TemplateRow } from '../templates/templates.store.ts';
import { shownRequest } from '../requests/shown-request.ts';
import { checkConnection, checkName, failedCheck, passed, skipped } from './probe.ts';

export const checkSeconds = 60;

/** Checks the connection step by step. Throws 404, and 409 while another check runs; a failed check is a result, not an error. */
export async function validate(desk: Desk, acting: Acting, id: string): Promise<Validation> {
  const { connector, templates } = await beginCheck(desk, acting, id);
  try {
    const checks = await runChecks(desk, connector, templates);
    const validated_at = desk.clock.now().toISOString();
    const validation = { ok: checks.every(({ ok }) => ok), checks, validated_at };
    await inScope(desk.db, acting, async (tx) => {
      const now = await findConnector(tx, acting, id);
      const isSame = now?.credentials_fingerprint === connector.credentials_fingerprint;
      // The checks are about the connector as it was when they began: if it has changed since, nothing is known about it.
      const known = { last_validation: JSON.stringify(validation), ...statusAfter(connector, checks) };
      const isUnchanged = isSame && now?.version === connector.version;
      await noteConnector(tx, acting, id, { checking_until: null, ...(isUnchanged ? known : {}) });
      await settleDrift(tx, acting, id);
      const subject = { type: 'connector', id, name: connector.name };
      record(desk, tx, acting, { action: 'connector.validated', subject });
    });
    if (validation.ok) closeBreaker(desk, connector);
    return validation;
  } catch (error) {
    await endCheck(desk, acting, id);
    throw error;
  }
}

/** Starts the only check or rotation of the connector, and returns it with its templates. Throws 404 and 409. */
export const beginCheck = (
  desk: Desk,
  scope: OrganizationScope,
  id: string,
): Promise<{ connector: ConnectorRow; templates: TemplateRow[] }> =>
  inScope(desk.db, scope, async (tx) => {
    const connector = await findConnector(tx, scope, id);
    if (!connector) throw notFound();
    if (!(await claim(tx, scope, id, { lease: 'checking_until', seconds: checkSeconds })))
      throw conflict(
        'check_running',
        sentence`A validation or rotation of this connector is running. Wait until it has ended.`,
      );
    return { connector, templates: await templatesOf(tx, scope, id) };
  });

export const endCheck = (desk: Desk, scope: OrganizationScope, id: string): Promise<void> =>
  inScope(desk.db, scope, (tx) => noteConnector(tx, scope, id, { checking_until: null }));

async function runChecks(desk: Desk, connector: ConnectorRow, templates: TemplateRow[]): Promise<Check[]> {
  const dns = await checkName(connector);
  const connection = dns.ok
    ? (await checkConnection(desk, connector, { templates })).checks
    : [skipped('tls'), skipped('reachability'), skipped('auth')];
  const drawn = templates.filter(({ enabled }) => enabled).map((template) => checkTemplate(desk, connector, template));
  return [dns, ...connection, await checkSchema(desk, connector), ...drawn];
}

async function checkSchema(desk: Desk, connector: ConnectorRow): Promise<Check> {
  const { id, organization_id: organizationId, base_url, openapi_url, openapi_uploaded_at } = connector;
  if (openapi_uploaded_at !== null) {
    const snapshot = await inScope(desk.db, { organizationId }, (tx) => newestSnapshot(tx, { organizationId }, id));
    return checkBasePath(base_url, snapshot?.servers ?? [], null) ?? passed('schema', 'document_uploaded');
  }
  if (openapi_url === null) return passed('schema', 'no_document');
  const started = performance.now();
  const document = await readDocument(desk, openapi_url);
  const latency = Math.round(performance.now() - started);
  const step = { id: 'schema', latency_ms: latency };
  if (document.kind === 'refused') {
    const detail = inEnglish(document.detail);
    return { ...step, ok: false, detail, remedy: inEnglish(document.remedy), reason: 'document_unread', about: detail };
  }
  const elsewhere = checkBasePath(base_url, document.shape.servers, latency);
  if (elsewhere) return elsewhere;
  const count = document.shape.operations.length;
  const detail = english`The OpenAPI document describes ${count} operations.`;
  return { ...step, ok: true, detail, remedy: null, reason: 'document_read', about: `${count}` };
}

/** Passes nevertheless: a gateway may serve the paths of a document under another path. */
function checkBasePath(baseUrl: string, servers: readonly string[], latency_ms: number | null): Check | null {
  const about = otherBase(baseUrl, servers);
  if (about === null) return null;
  const where = sentence`The OpenAPI document says that the service is at ${about}.`;
  const detail = english`${where} If tests of templates answer 404, use the path of that address in the base URL.`;
  return { id: 'schema', ok: true, latency_ms, detail, remedy: null, reason: 'document_elsewhere', about };
}

// Renders the template's request without sending it.
function checkTemplate(desk: Desk, connector: ConnectorRow, template: TemplateRow): Check {
  const id = `template:${template.name}`;
  if (template.quarantine !== null)
    return { ...failedCheck(id, failure('quarantined')), detail: template.quarantine, about: template.quarantine };
  const entered = Object.fromEntries(
    template.definition.inputs.map(({ name, type, example }) => [name, example ?? placeholders[type]]),
  );
  try {
    const request = shownRequest(desk, connector, template, gatherEntered(template.definition.inputs, entered).values);
    const about = `${request.method} ${new URL(request.url).pathname}`;
    return {
      id,
      ok: true,
      latency_ms: 0,
      detail: english`It would ask ${about}.`,
      remedy: null,
      reason: 'would_ask',
      about,
    };
  } catch (error) {
    if (error instanceof Unrenderable) return failedCheck(id, failure('unrenderable', error.why));
    throw error;
  }
}

const placeholders: Record<TemplateRow['definition']['inputs'][number]['type'], Scalar> = {
  string: 'example',
  integer: 1,
  number: 1,
  boolean: true,
};

function statusAfter(connector: ConnectorRow, checks: Check[]): ConnectorChange {
  const ofConnection = checks.filter(({ ok, id }) => !ok && !id.startsWith('template:') && id !== 'schema');
  // A check that was not run does not explain the failure.
  const failed = ofConnection.find(({ latency_ms }) => latency_ms !== null) ?? ofConnection[0];
  if (!failed) return { status: 'active', status_detail: null };
  const status_detail = `${failed.detail} ${failed.remedy ?? ''}`.trim();
  if (checks.some(({ id, ok, latency_ms }) => id === 'auth' && !ok && latency_ms !== null))
    return { status: 'needs_reauth', status_detail };
  return { status: connector.status === 'draft' ? 'draft' : 'degraded', status_detail };
}
