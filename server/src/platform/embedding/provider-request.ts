import type { EmbeddingModel } from 'ai';
import type { Egress } from '../egress/egress.ts';
import { retryAfter } from '../egress/retry-after.logic.ts';
import { sdkFetch } from '../egress/sdk-fetch.ts';
import type { EmbeddingProvider } from '../config/embedding-provider.logic.ts';

/** `unfit`: these texts are refused. `busy`: a later request may succeed. `refused`: all requests fail until an operator fixes it. */
export type ProviderAnswer =
  | { kind: 'vectors'; vectors: number[][] }
  | { kind: 'busy'; reason: string; wait: number | null }
  | { kind: 'unfit'; reason: string }
  | { kind: 'refused'; reason: string };

export interface ProviderRequest {
  model: string;
  texts: readonly string[];
  timeoutMilliseconds: number;
  signal: AbortSignal;
}

/** Enough for the vectors of a hundred texts, with 4,000 dimensions and all digits. */
const mostBytes = 25 * 1024 * 1024;

/** Calls `POST {AI_BASE_URL}/embeddings`. Every failure becomes an answer. No answer contains a text, an address or the key. */
export function providerRequests(place: EmbeddingProvider, egress: Egress) {
  let models: Promise<(name: string) => EmbeddingModel> | null = null;
  return async ({ model, texts, timeoutMilliseconds, signal }: ProviderRequest): Promise<ProviderAnswer> => {
    // Import it here: loading takes 300 ms, which only desks with a provider need.
    const { embedMany, APICallError } = await import('ai');
    models ??= loadModels(place, egress);
    const late = AbortSignal.timeout(timeoutMilliseconds);
    try {
      const { embeddings } = await embedMany({
        model: (await models)(model),
        values: texts.map((text) => text.trim() || '.'),
        // Do not retry here: `ProviderModel` decides on pauses and retries for all requests to this model.
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
    fetch: sdkFetch(egress, { maxBytes: mostBytes, timeoutMilliseconds: 20_000 }),
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
