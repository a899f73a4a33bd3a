import { Readable } from 'node:stream';
import type { Desk } from '../platform/desk.ts';
import { upstreamFailed } from '../platform/http/errors.ts';
import { sentence } from '../platform/words/sentence.logic.ts';
import type { OrganizationScope } from '../platform/database/transaction.ts';
import type { ChannelName } from './port/channel.logic.ts';
import { helpdesks } from './vendors.ts';

const mostBytes = 25 * 1024 * 1024;

/**
 * The bytes of a file that a helpdesk has, as they come. Our token goes along only to the very host of the account: files may
 * lie elsewhere, and what redirects to another host loses it. 502 when they cannot be had.
 */
export async function fetchFile(
  desk: Desk,
  scope: OrganizationScope,
  { channel, url }: { channel: ChannelName; url: string },
): Promise<Readable> {
  const own = channel === 'email' ? {} : await helpdesks[channel].fileHeaders(desk, scope, url);
  const headers = { accept: '*/*', ...own };
  const response = await desk.egress
    .fetch(url, { headers, redirects: 3, timeoutMs: 20_000, maxBytes: mostBytes })
    .catch(() => null);
  if (!response) throw upstreamFailed(sentence`The helpdesk did not deliver the file.`);
  if (response.status === 200 && response.body) return Readable.fromWeb(response.body);
  await response.body?.cancel();
  throw upstreamFailed(sentence`The helpdesk did not deliver the file (HTTP ${response.status}).`);
}
