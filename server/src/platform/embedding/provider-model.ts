import { setTimeout as pause } from 'node:timers/promises';
import type { Egress } from '../egress.ts';
import type { Log } from '../log.ts';
import type { Embedder, Urgency } from './embedder.ts';
import type { ProviderPlace } from './provider-place.logic.ts';
import { providerRequests, type ProviderAnswer } from './provider-request.ts';
import { createRest } from './rest.ts';
import { unitVectors } from './unit-vectors.logic.ts';

/** 512 tokens, which most models take in at least, are about this many characters; some servers refuse more. */
const span = 1_500;
/** A passage of one long sentence, or a long mail: cut, so that one text does not make a whole batch fail. */
const mostCharacters = 2_000;

/** Whoever asks a question has stopped waiting long before; the request is given up so that requests do not pile up. */
const patience: Record<Urgency, { timeoutMs: number; attempts: number }> = {
  question: { timeoutMs: 5_000, attempts: 1 },
  passages: { timeoutMs: 20_000, attempts: 3 },
};
/** With the timeouts of three attempts this stays below the lease of a document. */
const longestPauseMilliseconds = 10_000;
const firstRestMilliseconds = 1_000;

export interface Surroundings {
  egress: Egress;
  log: Log;
}

type Failure = Exclude<ProviderAnswer, { kind: 'vectors' }>;

/** AI_EMBEDDING_MODEL at any OpenAI-compatible API. What fails is tried again when the provider says, or later and later. */
export function providerModel(place: ProviderPlace, model: string, { egress, log }: Surroundings): Embedder {
  const request = providerRequests(place, egress);
  const rest = createRest({ first: firstRestMilliseconds, tolerated: 0 });
  const closing = new AbortController();
  let dimensions: number | null = null;
  let refused = false;

  async function ask(texts: readonly string[], urgency: Urgency): Promise<Float32Array[] | Failure> {
    const short = texts.map((text) => text.slice(0, mostCharacters));
    const { timeoutMs } = patience[urgency];
    const answer = await request({ model, texts: short, timeoutMs, signal: closing.signal });
    if (answer.kind !== 'vectors') return answer;
    const vectors = unitVectors(answer.vectors, { count: texts.length, dimensions });
    if (!vectors) return { kind: 'busy', reason: 'malformed', retryAfter: null };
    dimensions ??= vectors[0]?.length ?? null;
    refused = false;
    rest.recovered();
    return vectors;
  }

  function failed(answer: Failure): void {
    if (closing.signal.aborted) return;
    const { kind, reason } = answer;
    refused = kind === 'refused';
    const failures = kind === 'unfit' ? 0 : rest.failed(kind === 'busy' ? answer.retryAfter : null);
    const seconds = Math.ceil(rest.left() / 1_000);
    log.warn({ model, reason, failures, seconds }, 'embedding provider failed');
  }

  async function restOver(): Promise<void> {
    const left = rest.left();
    if (left === 0 || left > longestPauseMilliseconds) return;
    // A timer may be early by less than a millisecond.
    await pause(Math.ceil(left) + 1, undefined, { signal: closing.signal, ref: false });
  }

  return {
    provider: 'openai_compatible',
    model,
    span,
    batch: 64,
    get dimensions() {
      return dimensions;
    },
    get resting() {
      return rest.left() > 0;
    },
    get refused() {
      return refused;
    },
    reads: () => true,
    async embed(texts, urgency) {
      for (let left = patience[urgency].attempts; left > 0; left--) {
        // A question is answered by its words instead.
        if (urgency === 'passages') await restOver();
        if (closing.signal.aborted || rest.left() > 0) break;
        const answer = await ask(texts, urgency);
        if (Array.isArray(answer)) return answer;
        failed(answer);
        if (answer.kind !== 'busy') break;
      }
      throw new Error('There is no embedding model at the moment.');
    },
    close: async () => closing.abort(),
  };
}
