import type { Channel } from '@desk/contract/conversations';

/** Where an event belongs: the vendor's thread. */
export interface VendorThread {
  channel: Channel;
  reference: string;
}

/** Unique for the vendor's message within an organization: the same part under two topics, or in two events, is one. */
export const providerKey = ({
  thread,
  providerMessageId,
}: {
  thread: VendorThread;
  providerMessageId: string;
}): string => `${thread.channel}:${thread.reference}:${providerMessageId}`;
