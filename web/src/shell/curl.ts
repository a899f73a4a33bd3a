import type { QueryClient } from '@tanstack/react-query';

/** The API calls behind the current page, one `curl` a line, to be run with an API key. */
export function curlOf(cache: QueryClient, origin: string): string {
  const addresses = cache.getQueryCache().findAll({ type: 'active' }).flatMap(addressOf);
  return [...new Set(addresses)]
    .map((address) => `curl -H "Authorization: Bearer $FRONTDESK_API_KEY" '${origin}${address.replaceAll("'", '%27')}'`)
    .join('\n');
}

function addressOf({ meta }: { meta: Record<string, unknown> | undefined }): string[] {
  const address: unknown = typeof meta?.['address'] === 'function' ? meta['address']() : null;
  return typeof address === 'string' ? [address] : [];
}
