import { withLineFeeds } from '../../../../platform/text/line-ends.ts';
import { endOfHeaders } from './charsets.ts';

const mostLookedAt = 64 * 1024;

/** Whether the headers read otherwise than by other programs, such as one that has signed the mail. */
export function hasOddHeaders(raw: Uint8Array): boolean {
  const beginning = raw.subarray(0, mostLookedAt);
  const mended = withLineFeeds(beginning);
  const end = endOfHeaders(mended);
  return !Buffer.from(mended.subarray(0, end)).equals(beginning.subarray(0, end));
}
