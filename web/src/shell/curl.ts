import type { QueryClient } from '@tanstack/react-query';
import { curlCommand } from '../api/curl.logic.ts';
import { addressRead } from '../ui/data/read-again.ts';

/** The API calls behind the current page, one `curl` a line, to be run with an API key. */
export function curlOf(cache: QueryClient, origin: string): string {
  const addresses = cache
    .getQueryCache()
    .findAll({ type: 'active' })
    .flatMap((query) => addressRead(query) ?? []);
  return [...new Set(addresses)].map((address) => curlCommand(origin + address)).join('\n');
}
