import type {
  CreateWebhookEndpoint,
  UpdateWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from '@desk/contract/webhooks';
import { changesBetween, changesNothing, record, type Acting } from '../../access/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict, invalid, presentAt, type ExpectedVersion } from '../../platform/http/errors.ts';
import { idAfter, pageOf, type PageQuery } from '../../platform/http/page.ts';
import { newId } from '../../platform/process/ids.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { placeEvents, placesKept } from '../events.store.ts';
import { dropPending } from './deliveries.store.ts';
import {
  countEndpoints,
  deleteEndpoint,
  editEndpoint,
  findEndpoint,
  insertEndpoint,
  lockEndpoint,
  pageOfEndpoints,
  type EndpointChange,
  type EndpointRow,
} from './endpoints.store.ts';
import { freshSecret, rotated, sealSecret } from './secrets.ts';
import { subjectOf, viewEndpoint } from './webhooks.view.ts';

const mostEndpoints = 10;

export async function showEndpoints(desk: Desk, scope: OrganizationScope, { limit, cursor }: PageQuery) {
  const after = idAfter(cursor);
  const found = await inScope(desk.db, scope, (tx) => pageOfEndpoints(tx, scope, { after, limit }));
  const { rows, next_cursor } = pageOf(found, limit, (row) => [row.id]);
  const now = desk.clock.now();
  return { items: rows.map((row) => viewEndpoint(row, now)), next_cursor };
}

export const showEndpoint = (desk: Desk, scope: OrganizationScope, id: string): Promise<WebhookEndpoint> =>
  inScope(desk.db, scope, async (tx) =>
    viewEndpoint(presentAt(await findEndpoint(tx, scope, id), null), desk.clock.now()),
  );

/** Only this reply contains the secret. Throws 409 for more than ten endpoints, 422 for an address that cannot be asked. */
export async function addEndpoint(
  desk: Desk,
  acting: Acting,
  { url, events, enabled = true }: CreateWebhookEndpoint,
): Promise<WebhookEndpointWithSecret> {
  refuseUrl(desk, url);
  const now = desk.clock.now();
  const of = { organization_id: acting.organizationId, id: newId(now.getTime()) };
  const secret = freshSecret();
  return inScope(desk.db, acting, async (tx) => {
    if ((await countEndpoints(tx, acting)) >= mostEndpoints)
      throw conflict('too_many_endpoints', sentence`An organization has at most ${mostEndpoints} endpoints.`);
    const row = await insertEndpoint(tx, {
      ...of,
      url,
      events,
      enabled,
      disabled_at: enabled ? null : now,
      secret_sealed: sealSecret(desk, of, 'secret_sealed', secret),
      seen: await newestPlace(tx, acting),
      created_at: now,
      updated_at: now,
    });
    const changes = changesBetween<EndpointRow, Edited>({}, { events: row.events, enabled }, ['events', 'enabled']);
    record(desk, tx, acting, { action: 'webhook_endpoint.created', subject: subjectOf(row), changes });
    return { ...viewEndpoint(row, now), secret };
  });
}

interface EditedEndpoint {
  id: string;
  expectedVersion: ExpectedVersion;
}

/**
 * Applies a merge patch. Disabling drops what is pending; enabling begins with what happens from now on.
 * Throws 404, 412, 422 for an address that cannot be asked.
 */
export async function changeEndpoint(
  desk: Desk,
  acting: Acting,
  { id, expectedVersion, patch }: EditedEndpoint & { patch: UpdateWebhookEndpoint },
): Promise<WebhookEndpoint> {
  if (patch.url !== undefined) refuseUrl(desk, patch.url);
  return inScope(desk.db, acting, async (tx) => {
    const row = presentAt(await lockEndpoint(tx, acting, id), expectedVersion);
    const now = desk.clock.now();
    if (changesNothing<EndpointRow, Edited>(row, { ...row, ...patch }, fields)) return viewEndpoint(row, now);
    const change = { ...patch, ...(await changeOfState(tx, acting, { row, patch, now })) };
    const after = await editEndpoint(tx, acting, { id, change, now });
    const changes = {
      ...changesBetween<EndpointRow, Edited>(row, after, ['events', 'enabled']),
      // An address may contain a token: the log contains its host, and only the fact that the address changed.
      ...(row.url === after.url ? {} : { url: {} }),
    };
    record(desk, tx, acting, { action: 'webhook_endpoint.updated', subject: subjectOf(after), changes });
    return viewEndpoint(after, now);
  });
}

const fields = ['url', 'events', 'enabled'] as const;
type Edited = (typeof fields)[number];

const untroubled = { failing_since: null, rests_until: null } as const;

async function changeOfState(
  tx: Tx,
  scope: OrganizationScope,
  { row, patch, now }: { row: EndpointRow; patch: UpdateWebhookEndpoint; now: Date },
): Promise<EndpointChange> {
  const isMoved = patch.url !== undefined && patch.url !== row.url;
  if (patch.enabled === undefined || patch.enabled === row.enabled) return isMoved ? untroubled : {};
  if (patch.enabled)
    return { ...untroubled, disabled_reason: null, disabled_at: null, seen: await newestPlace(tx, scope) };
  await dropPending(tx, scope, row.id);
  return { ...untroubled, disabled_at: now, replay_after: null, replay_until: null };
}

/** Deletes the endpoint with its deliveries. Throws 404, 412. */
export const dropEndpoint = (desk: Desk, acting: Acting, { id, expectedVersion }: EditedEndpoint): Promise<void> =>
  inScope(desk.db, acting, async (tx) => {
    const row = presentAt(await lockEndpoint(tx, acting, id), expectedVersion);
    await deleteEndpoint(tx, acting, id);
    record(desk, tx, acting, { action: 'webhook_endpoint.deleted', subject: subjectOf(row) });
  });

/** Makes a new secret, which only this reply contains. The former secret signs as well for 24 hours. Throws 404. */
export const rotateSecret = (
  desk: Desk,
  acting: Acting,
  { id, expectedVersion }: { id: string; expectedVersion: ExpectedVersion },
): Promise<WebhookEndpointWithSecret> =>
  inScope(desk.db, acting, async (tx) => {
    const row = presentAt(await lockEndpoint(tx, acting, id), expectedVersion);
    const now = desk.clock.now();
    const secret = freshSecret();
    const after = await editEndpoint(tx, acting, { id, change: rotated(desk, row, secret), now });
    record(desk, tx, acting, {
      action: 'webhook_endpoint.secret_rotated',
      subject: subjectOf(after),
      changes: { secret: {} },
    });
    return { ...viewEndpoint(after, now), secret };
  });

/** The place of the newest event that has been committed; 0 before the first. */
async function newestPlace(tx: Tx, scope: OrganizationScope): Promise<number> {
  await placeEvents(tx, scope);
  const { newest } = await placesKept(tx, scope);
  return Number(newest ?? 0);
}

// Only what the address itself shows: a name is checked where the socket is opened, because it may resolve differently then.
function refuseUrl({ egress }: Desk, text: string): void {
  if (!URL.canParse(text)) throw invalid('/url', sentence`must be an absolute URL`);
  const url = new URL(text);
  if (url.username || url.password) throw invalid('/url', sentence`must not contain credentials`);
  if (url.hash) throw invalid('/url', sentence`must have no fragment`);
  if (!egress.mayAsk(url)) throw invalid('/url', sentence`must be a public address, over https on port 443`);
}
