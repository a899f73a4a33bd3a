import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { isId, newId } from '../../platform/process/ids.ts';
import { sameBytes } from '../../platform/secrets/signatures.ts';

/** How the ids of our own test events begin; with the seal behind it, nobody else can make one. */
export const testMarkStart = 'frontdesk-test-';

const form = /^(?:mid:)?frontdesk-test-([0-9a-f-]{36})-([0-9a-f]{32})(?:@.*)?$/;

/** A new id for a test event of the organization: for an event as it is, for a mail before the `@` of its Message-ID. */
export function newTestMark(desk: Desk, scope: OrganizationScope): string {
  const id = newId();
  return `${testMarkStart}${id}-${sealOf(desk, scope, id).toString('hex')}`;
}

/**
 * Whether an event with this id is a test that this installation has sent to itself. A customer or vendor who copies the form
 * does not get past the seal: their words are never set aside as a test.
 */
export function isTestEvent(desk: Desk, scope: OrganizationScope, eventId: string): boolean {
  const [, id = '', seal = ''] = form.exec(eventId) ?? [];
  return isId(id) && sameBytes(Buffer.from(seal, 'hex'), sealOf(desk, scope, id));
}

const sealOf = (desk: Desk, { organizationId }: OrganizationScope, id: string): Buffer =>
  desk.pepper('test event', `${organizationId}.${id}`).subarray(0, 16);
