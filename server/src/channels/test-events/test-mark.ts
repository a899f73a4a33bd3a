import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { isId, newId } from '../../platform/process/ids.ts';
import { sameBytes } from '../../platform/secrets/signatures.ts';

/** The prefix of the ids of our own test events. The seal in such an id prevents forgery. */
export const testMarkStart = 'frontdesk-test-';

const form = /^(?:mid:)?frontdesk-test-([0-9a-f-]{36})-([0-9a-f]{32})(?:@.*)?$/;

/** A new id for a test event of the organization. In a mail, it stands before the `@` of the Message-ID. */
export function newTestMark(desk: Desk, scope: OrganizationScope): string {
  const id = newId();
  return `${testMarkStart}${id}-${sealOf(desk, scope, id).toString('hex')}`;
}

/**
 * Whether an event with this id is a test that this installation has sent to itself. A copy of the form does not pass the
 * seal: a customer's or vendor's message is never set aside as a test.
 */
export function isTestEvent(desk: Desk, scope: OrganizationScope, eventId: string): boolean {
  const [, id = '', seal = ''] = form.exec(eventId) ?? [];
  return isId(id) && sameBytes(Buffer.from(seal, 'hex'), sealOf(desk, scope, id));
}

const sealOf = (desk: Desk, { organizationId }: OrganizationScope, id: string): Buffer =>
  desk.pepper('test event', `${organizationId}.${id}`).subarray(0, 16);
