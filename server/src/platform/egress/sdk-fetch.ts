import type { OpenAICompatibleProviderSettings } from '@ai-sdk/openai-compatible';
import type { Egress, EgressInit } from './egress.ts';

export type SdkFetch = NonNullable<OpenAICompatibleProviderSettings['fetch']>;

/** The guard as the AI SDK wants it, which asks by address only. Its answers are those of undici, as Node's own are. */
export const sdkFetch =
  (egress: Egress, limits: Pick<EgressInit, 'maxBytes' | 'timeoutMs'>): SdkFetch =>
  async (input, init) => {
    const url = new URL(typeof input === 'object' && 'url' in input ? input.url : input).href;
    return (await egress.fetch(url, { ...(init as object), ...limits })) as unknown as Response;
  };
