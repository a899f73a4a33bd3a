import type { OpenAICompatibleProviderSettings } from '@ai-sdk/openai-compatible';
import type { Egress, EgressInit } from './egress.ts';

export type SdkFetch = NonNullable<OpenAICompatibleProviderSettings['fetch']>;

/** Adapts the egress guard to the AI SDK's `fetch`. Its responses are those of undici, like Node's own. */
export const sdkFetch =
  (egress: Egress, limits: Pick<EgressInit, 'maxBytes' | 'timeoutMilliseconds'>): SdkFetch =>
  async (input, init) => {
    const url = new URL(typeof input === 'object' && 'url' in input ? input.url : input).href;
    return (await egress.fetch(url, { ...(init as object), ...limits })) as unknown as Response;
  };
