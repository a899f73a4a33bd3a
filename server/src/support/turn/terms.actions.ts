import type { Channel } from '@desk/contract/conversations';
import type { Settings } from '@desk/contract/settings';
import { readyChannels } from '../../channels/index.ts';
import type { AiPermission } from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { Reach } from '../../routing/index.ts';
import { effectiveAutoRespond, isOpen, loadSettings, type AutoRespond } from '../../settings/index.ts';
import { unreachableKinds } from './known.logic.ts';

/** The current terms on which the desk works for an organization. */
export interface DeskTerms {
  settings: Settings;
  /** Channels over which words can reach a customer. */
  ready: ReadonlySet<Channel>;
}

/** Reads the terms in the caller's transaction, because they must be valid when it commits. */
export async function readTerms(desk: Desk, tx: Tx, scope: OrganizationScope): Promise<DeskTerms> {
  return { settings: await loadSettings(tx, scope), ready: await readyChannels(desk, tx, scope) };
}

/** Whether automatic replies may be sent on this channel, by the switch and by the connection. */
export function replyPermission({ settings, ready }: DeskTerms, channel: Channel): AiPermission {
  if (effectiveAutoRespond(settings, channel) === 'off') return { may: false, reason: 'auto_respond_off' };
  if (!ready.has(channel)) return { may: false, reason: 'channel_not_ready' };
  return { may: true };
}

/** What is needed to find out which destinations can take a conversation of this channel now. */
export const reachOf = (desk: Desk, { settings, ready }: DeskTerms, channel: Channel): Reach => ({
  channel,
  unreachableKinds: unreachableKinds(ready),
  time: { businessHours: isOpen(settings, desk.clock.now()) },
});

/** Whether replies are sent, kept for approval, or switched off. A channel that is not ready does not count: its messages wait. */
export const autoRespondNow = async (tx: Tx, scope: OrganizationScope, channel: Channel): Promise<AutoRespond> =>
  effectiveAutoRespond(await loadSettings(tx, scope), channel);

/** Whether people have switched off automatic replies. */
export const isSwitchedOff = async (tx: Tx, scope: OrganizationScope, channel: Channel): Promise<boolean> =>
  (await autoRespondNow(tx, scope, channel)) === 'off';
