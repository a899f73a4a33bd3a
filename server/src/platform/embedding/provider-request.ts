import type { OpenAICompatibleProviderSettings } from '@ai-sdk/openai-compatible';
import type { EmbeddingModel } from 'ai';
import type { Egress } from '../egress.ts';
import type { ProviderPlace } from './provider-place.logic.ts';

/** `unfit`: these texts are not taken. `busy`: any might be, later. `refused`: none will be, until somebody mends it. */
export type ProviderAnswer =
  | { kind: 'vectors'; vectors: number[][] }
  | { kind: 'busy'; reason: string; retryAfter: number | null }
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
export function providerRequests(place: ProviderPlace, egress: Egress) {
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

async function loadModels({ baseUrl, apiKey }: ProviderPlace, egress: Egress) {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: 'provider',
    baseURL: baseUrl,
    ...(apiKey ? { apiKey } : {}),
    fetch: guarded(egress),
  });
  return (name: string): EmbeddingModel => provider.embeddingModel(name);
}

type Fetch = NonNullable<OpenAICompatibleProviderSettings['fetch']>;

// The two kinds of fetch differ in types only: ours is undici's own, the other is its copy in Node.
const guarded = (egress: Egress) =>
  ((url: string, init: Parameters<Egress['fetch']>[1]) =>
    egress.fetch(url, { ...init, timeoutMs: 20_000, maxBytes: mostBytes })) as unknown as Fetch;

const busy = (reason: string, retryAfter: number | null = null): ProviderAnswer => ({
  kind: 'busy',
  reason,
  retryAfter,
});

interface CallFailure {
  statusCode?: number | undefined;
  responseHeaders?: Record<string, string> | undefined;
}

function failureOf({ statusCode: status, responseHeaders }: CallFailure): ProviderAnswer {
  if (status === undefined) return busy('unreachable');
  const reason = `http_${status}`;
  if (status < 300) return busy('malformed');
  if (status >= 500 || [408, 409, 425, 429].includes(status)) return busy(reason, retryAfterOf(responseHeaders));
  if ([400, 413, 422].includes(status)) return { kind: 'unfit', reason };
  return { kind: 'refused', reason };
}

// Seconds or a date (RFC 9110 §10.2.3).
function retryAfterOf(headers: Record<string, string> = {}): number | null {
  const text = headers['retry-after'] ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}
