import { randomBytes } from 'node:crypto';
import type { Desk } from '../../platform/desk.ts';
import { sameBytes } from '../../platform/secrets/signatures.ts';
import type { ConnectorRow } from '../registry/connectors.store.ts';
import type { Values } from '../templates/placeholders.logic.ts';
import type { TemplateRow } from '../templates/templates.store.ts';

/** Everything that the person saw when they approved the request. */
export interface ApprovalView {
  template: TemplateRow;
  connector: ConnectorRow;
  values: Values;
  conversationId: string;
  userId: string;
}

const validMilliseconds = 15 * 60_000;

/** A token for what was shown, to whom and when; it is valid for nothing else. */
export const approvalOf = (desk: Desk, shown: ApprovalView): string => {
  const given = `${desk.clock.now().getTime().toString(36)}.${randomBytes(9).toString('base64url')}`;
  return `${given}.${sealOf(desk, given, shown)}`;
};

/** Whether exactly this was shown to this person within the last 15 minutes. */
export function isApproved(desk: Desk, approval: string, shown: ApprovalView): boolean {
  const [time = '', nonce = '', seal = ''] = approval.split('.');
  const age = desk.clock.now().getTime() - Number.parseInt(time, 36);
  const expected = Buffer.from(sealOf(desk, `${time}.${nonce}`, shown));
  return sameBytes(Buffer.from(seal), expected) && age >= 0 && age <= validMilliseconds;
}

const sealOf = (
  desk: Desk,
  given: string,
  { template, connector, values, conversationId, userId }: ApprovalView,
): string => {
  const sorted = Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const seen = [given, template.id, template.version, connector.id, connector.version, conversationId, userId, sorted];
  return desk.pepper('approved actions', JSON.stringify(seen)).toString('base64url');
};
