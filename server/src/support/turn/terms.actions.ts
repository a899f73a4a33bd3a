import type { Channel } from '@desk/contract/conversations';
import type { Settings } from '@desk/contract/settings';
import { readyChannels } from '../../channels/index.ts';
import type { AiPermission } from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { Reach } from '../../routing/index.ts';
import { effectiveAutoRespond, isOpen, loadSettings } from '../../settings/index.ts';
import { unreachableKinds } from './known.logic.ts';

/** On what terms the desk works for an organization right now. */
export interface DeskTerms {
  settings: Settings;
  /** Channels over which words can reach a customer. */
  ready: ReadonlySet<Channel>;
}

/** Reads them in the caller's transaction: what counts is how they stand when it commits. */
export async function readTerms(desk: Desk, tx: Tx, scope: OrganizationScope): Promise<DeskTerms> {
  return { settings: await loadSettings(tx, scope), ready: await readyChannels(desk, tx, scope) };
}

/** Whether a machine may speak to customers on this channel, by the switch and by the connection. */
export function replyPermission({ settings, ready }: DeskTerms, channel: Channel): AiPermission {
  if (effectiveAutoRespond(settings, channel) === 'off') return { may: false, reason: 'auto_respond_off' };
  if (!ready.has(channel)) return { may: false, reason: 'channel_not_ready' };
  return { may: true };
}

/** Which destinations can take a conversation of this channel now. */
export const reachOf = (desk: Desk, { settings, ready }: DeskTerms, channel: Channel): Reach => ({
  channel,
  unreachableKinds: unreachableKinds(ready),
  time: { businessHours: isOpen(settings, desk.clock.now()) },
});

/** Whether people have forbidden automatic replies here. A channel that is not ready is another matter: its words wait. */
export const isSwitchedOff = async (tx: Tx, scope: OrganizationScope, channel: Channel): Promise<boolean> =>
  effectiveAutoRespond(await loadSettings(tx, scope), channel) === 'off';
