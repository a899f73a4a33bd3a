import type { Channel } from '@desk/contract/conversations';

/** The vendor's thread that an event belongs to. */
export interface VendorThread {
  channel: Channel;
  reference: string;
}

/** Unique per vendor message within an organization: the same part in two topics or in two events is one message. */
export const providerKey = ({
  thread,
  providerMessageId,
}: {
  thread: VendorThread;
  providerMessageId: string;
}): string => `${thread.channel}:${thread.reference}:${providerMessageId}`;
