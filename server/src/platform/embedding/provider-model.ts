import { createBreaker } from '../egress/circuit-breaker.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { Egress } from '../egress/egress.ts';
import type { Log } from '../process/log.ts';
import { storableBeginning } from '../text/storable.logic.ts';
import type { Embedder, Urgency } from './embedder.ts';
import type { EmbeddingProvider } from '../config/embedding-provider.logic.ts';
import { providerRequests, type ProviderAnswer } from './provider-request.ts';

/** About 512 tokens, which nearly all models accept; some servers refuse more. */
const span = 1_500;
/** Longer texts, such as a passage of one long sentence or a long mail, are cut, so that one text cannot fail a whole batch. */
const mostCharacters = 2_000;

/** The caller stops waiting long before these time-outs, which only keep requests from piling up. */
const retryTerms: Record<Urgency, { timeoutMilliseconds: number; attempts: number }> = {
  question: { timeoutMilliseconds: 5_000, attempts: 1 },
  passages: { timeoutMilliseconds: 20_000, attempts: 3 },
};
/** With the time-outs of three attempts this stays below the lease of a document. */
const longestPauseMilliseconds = 10_000;
const firstRestMilliseconds = 1_000;
const longestRestMilliseconds = 5 * 60_000;

export interface EmbedderDependencies {
  egress: Egress;
  log: Log;
}

type EmbeddingFailure = Exclude<ProviderAnswer, { kind: 'vectors' }>;

/** AI_EMBEDDING_MODEL at any OpenAI-compatible API. After a failure it pauses as long as the provider demands, or ever longer. */
export const providerModel = (place: EmbeddingProvider, model: string, surroundings: EmbedderDependencies): Embedder =>
  new ProviderModel(place, model, surroundings);

class ProviderModel implements Embedder {
  readonly provider = 'openai_compatible';
  readonly span = span;
  readonly batch = 64;
  readonly model: string;
  dimensions: number | null = null;
  refused = false;
  private readonly request: ReturnType<typeof providerRequests>;
  private readonly log: Log;
  private readonly rest = createBreaker({
    first: firstRestMilliseconds,
    longest: longestRestMilliseconds,
    tolerated: 0,
  });
  private readonly closing = new AbortController();

  constructor(place: EmbeddingProvider, model: string, { egress, log }: EmbedderDependencies) {
    this.model = model;
    this.request = providerRequests(place, egress);
    this.log = log;
  }

  get resting(): boolean {
    return this.rest.openFor() > 0;
  }

  // Most of these models support many languages, and none reports which.
  reads(): boolean {
    return true;
  }

  async embed(texts: readonly string[], urgency: Urgency): Promise<Float32Array[]> {
    for (let left = retryTerms[urgency].attempts; left > 0; left--) {
      // Questions do not wait: they are answered by search for words instead.
      if (urgency === 'passages') await this.restOver();
      if (this.closing.signal.aborted || this.resting) break;
      const answer = await this.ask(texts, urgency);
      if (Array.isArray(answer)) return answer;
      this.failed(answer);
      if (answer.kind !== 'busy') break;
    }
    throw new Error('There is no embedding model at the moment.');
  }

  async close(): Promise<void> {
    this.closing.abort();
  }

  private async ask(texts: readonly string[], urgency: Urgency): Promise<Float32Array[] | EmbeddingFailure> {
    const answer = await this.request({
      model: this.model,
      texts: texts.map((text) => storableBeginning(text, mostCharacters)),
      timeoutMilliseconds: retryTerms[urgency].timeoutMilliseconds,
      signal: this.closing.signal,
    });
    if (answer.kind !== 'vectors') return answer;
    const vectors = unitVectors(answer.vectors, { count: texts.length, dimensions: this.dimensions });
    if (!vectors) return { kind: 'busy', reason: 'malformed', wait: null };
    this.dimensions ??= vectors[0]?.length ?? null;
    this.refused = false;
    this.rest.succeeded();
    return vectors;
  }

  private failed(answer: EmbeddingFailure): void {
    if (this.closing.signal.aborted) return;
    const { kind, reason } = answer;
    this.refused = kind === 'refused';
    const failures = kind === 'unfit' ? 0 : this.rest.failed(kind === 'busy' ? answer.wait : null);
    const seconds = Math.ceil(this.rest.openFor() / 1_000);
    this.log.warn({ model: this.model, reason, failures, seconds }, 'embedding provider failed');
  }

  private async restOver(): Promise<void> {
    const left = this.rest.openFor();
    if (left === 0 || left > longestPauseMilliseconds) return;
    // Add one: a timer may fire up to a millisecond early.
    await pause(Math.ceil(left) + 1, undefined, { signal: this.closing.signal, ref: false });
  }
}

/** The limit of a pgvector halfvec. */
const mostDimensions = 16_000;

/**
 * Scales the vectors to unit length. Returns null when they are not valid: a wrong number of them or of dimensions, all zeros,
 * or a value that is not a finite number.
 */
function unitVectors(
  answered: readonly (readonly number[])[],
  expected: { count: number; dimensions: number | null },
): Float32Array[] | null {
  if (answered.length !== expected.count) return null;
  const dimensions = expected.dimensions ?? answered[0]?.length ?? 0;
  const vectors: Float32Array[] = [];
  for (const values of answered) {
    const length = Math.hypot(...values);
    if (values.length !== dimensions || dimensions > mostDimensions || !Number.isFinite(length) || length === 0)
      return null;
    vectors.push(Float32Array.from(values, (value) => value / length));
  }
  return vectors;
}
