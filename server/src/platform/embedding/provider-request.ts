import type { EmbeddingModel } from 'ai';
import type { Egress } from '../egress/egress.ts';
import { retryAfter } from '../egress/retry-after.logic.ts';
import { sdkFetch } from '../egress/sdk-fetch.ts';
import type { EmbeddingProvider } from '../config/embedding-provider.logic.ts';

/** `unfit`: these texts are not taken. `busy`: any might be, later. `refused`: none will be, until somebody fixes it. */
export type ProviderAnswer =
  | { kind: 'vectors'; vectors: number[][] }
  | { kind: 'busy'; reason: string; wait: number | null }
  | { kind: 'unfit'; reason: string }
  | { kind: 'refused'; reason: string };

export interface ProviderRequest {
  model: string;
  texts: readonly string[];
  timeoutMs: number;
  signal: AbortSignal;
}

/** A hundred texts with vectors of 4,000 dimensions, each number in full. */
const mostBytes = 25 * 1024 * 1024;

/** Asks `POST {AI_BASE_URL}/embeddings`. Everything that can happen is an answer; none carries a text, an address or the key. */
export function providerRequests(place: EmbeddingProvider, egress: Egress) {
  let models: Promise<(name: string) => EmbeddingModel> | null = null;
  return async ({ model, texts, timeoutMs, signal }: ProviderRequest): Promise<ProviderAnswer> => {
    // 300 ms of loading that only who asks a provider pays for.
    const { embedMany, APICallError } = await import('ai');
    models ??= loadModels(place, egress);
    const late = AbortSignal.timeout(timeoutMs);
    try {
      const { embeddings } = await embedMany({
        model: (await models)(model),
        values: texts.map((text) => text.trim() || '.'),
        // Once: how long to wait, and whether to try again, is decided for all that is asked of this model.
        maxRetries: 0,
        abortSignal: AbortSignal.any([signal, late]),
      });
      return { kind: 'vectors', vectors: embeddings };
    } catch (error) {
      if (late.aborted) return busy('timeout');
      return APICallError.isInstance(error) ? failureOf(error) : busy('malformed');
    }
  };
}

async function loadModels({ baseUrl, apiKey }: EmbeddingProvider, egress: Egress) {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: 'provider',
    baseURL: baseUrl,
    ...(apiKey ? { apiKey } : {}),
    fetch: sdkFetch(egress, { maxBytes: mostBytes, timeoutMs: 20_000 }),
  });
  return (name: string): EmbeddingModel => provider.embeddingModel(name);
}

const busy = (reason: string, wait: number | null = null): ProviderAnswer => ({ kind: 'busy', reason, wait });

interface CallFailure {
  statusCode?: number | undefined;
  responseHeaders?: Record<string, string> | undefined;
}

function failureOf({ statusCode: status, responseHeaders }: CallFailure): ProviderAnswer {
  if (status === undefined) return busy('unreachable');
  const reason = `http_${status}`;
  if (status < 300) return busy('malformed');
  if (status >= 500 || [408, 409, 425, 429].includes(status))
    return busy(reason, retryAfter(responseHeaders?.['retry-after'], new Date()));
  if ([400, 413, 422].includes(status)) return { kind: 'unfit', reason };
  return { kind: 'refused', reason };
}
