import type { IncomingHttpHeaders } from 'node:http';

export type Receipt = 'accepted' | 'duplicate' | 'ignored' | 'unroutable';

/** A request to an inbound route, not yet authenticated. */
export interface InboundRequest {
  /** As in the path; not validated. */
  organization: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A header that was sent once; undefined if it was repeated. */
export const singleHeader = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? undefined : header;
