import type { IncomingHttpHeaders } from 'node:http';

export type Receipt = 'accepted' | 'duplicate' | 'ignored' | 'unroutable';

/** A request to an inbound route, not yet believed. */
export interface InboundRequest {
  /** As in the path: anything. */
  organization: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A header that was sent once; a repeated one is nobody's. */
export const singleHeader = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? undefined : header;
