import { Readable } from 'node:stream';
import type { Channel } from '@desk/contract/conversations';
import type { Desk } from '../platform/desk.ts';
import { upstreamFailed } from '../platform/http/errors.ts';
import { sentence } from '../platform/words/sentence.logic.ts';
import type { OrganizationScope } from '../platform/database/transaction.ts';
import { helpdesks } from './vendors.ts';

const mostBytes = 25 * 1024 * 1024;

/**
 * Streams a file from a helpdesk. Sends our token only to the account's own host: files may be on other hosts, and a
 * redirect to another host drops the token. Throws 502 if the file cannot be fetched.
 */
export async function fetchFile(
  desk: Desk,
  scope: OrganizationScope,
  { channel, url }: { channel: Channel; url: string },
): Promise<Readable> {
  const own = channel === 'email' ? {} : await helpdesks[channel].fileHeaders(desk, scope, url);
  const headers = { accept: '*/*', ...own };
  const response = await desk.egress
    .fetch(url, { headers, redirects: 3, timeoutMilliseconds: 20_000, maxBytes: mostBytes })
    .catch(() => null);
  if (!response) throw upstreamFailed(sentence`The helpdesk did not deliver the file.`);
  if (response.status === 200 && response.body) return Readable.fromWeb(response.body);
  await response.body?.cancel();
  throw upstreamFailed(sentence`The helpdesk did not deliver the file (HTTP ${response.status}).`);
}
