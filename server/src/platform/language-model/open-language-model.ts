import { createBreaker } from '../egress/circuit-breaker.ts';
import type { Config } from '../config/config.ts';
import { configuredEgress } from '../egress/configured-egress.ts';
import type { Egress } from '../egress/egress.ts';
import type { Log } from '../process/log.ts';
import type { LanguageModel, Probe } from './language-model.ts';
import { writeWithRetries } from './write-with-retries.ts';
import {
  anthropic,
  anthropicUrl,
  longestMilliseconds,
  openAiCompatible,
  type ProviderAccess,
  type Provider,
} from './provider.ts';
import { sdkAttempt } from './sdk-attempt.ts';

type ModelConfig = Pick<
  Config,
  | 'AI_PROVIDER'
  | 'AI_BASE_URL'
  | 'AI_API_KEY'
  | 'AI_CHAT_MODEL'
  | 'EGRESS_ALLOW'
  | 'EGRESS_ALLOW_METADATA'
  | 'PORT'
  | 'DATABASE_URL'
>;

/** Opens the model that AI_PROVIDER names; null for the engine in the package. The first request loads it. */
export function openLanguageModel(config: ModelConfig, log: Pick<Log, 'warn'>): LanguageModel | null {
  if (config.AI_PROVIDER === 'embedded') return null;
  // A model may take longer than any other vendor.
  const egress = configuredEgress(config, {
    trusted: [config.AI_BASE_URL],
    longestMilliseconds,
    silenceMilliseconds: longestMilliseconds,
  });
  const provider = providerOf(config, egress);
  const attempt = sdkAttempt(provider, (reported) =>
    log.warn({ reported }, 'language model counts tokens that cannot be; an estimate is counted'),
  );
  const breaker = createBreaker({ tolerated: 4, first: 30_000, longest: 10 * 60_000 });
  const stop = new AbortController();
  return {
    name: `${config.AI_PROVIDER}/${config.AI_CHAT_MODEL}`,
    write: (task) => writeWithRetries(attempt, breaker, task, stop.signal),
    probe: () => probe(egress, provider, config.AI_CHAT_MODEL),
    async close() {
      stop.abort();
      await egress.close();
    },
  };
}

function providerOf({ AI_PROVIDER, AI_BASE_URL, AI_API_KEY, AI_CHAT_MODEL }: ModelConfig, egress: Egress) {
  const access: ProviderAccess = {
    baseUrl: (AI_BASE_URL || anthropicUrl).replace(/(?<!\/)\/+$/, ''),
    key: AI_API_KEY,
    chatModel: AI_CHAT_MODEL,
    egress,
  };
  return AI_PROVIDER === 'anthropic' ? anthropic(access) : openAiCompatible(access);
}

const probeMilliseconds = 8_000;

/** Reads the list of models: this checks the address and the key, and costs nothing. */
async function probe(egress: Egress, { list }: Provider, chatModel: string): Promise<Probe> {
  try {
    const answer = await egress.fetch(list.url, { headers: list.headers, timeoutMilliseconds: probeMilliseconds });
    if (answer.status === 401 || answer.status === 403) return 'unauthorized';
    if (answer.status === 404 || answer.status === 405) return 'not_listed';
    if (answer.status !== 200) return 'failing';
    const names = namesIn(await answer.json().catch(() => null));
    if (names === null) return 'not_listed';
    // Ollama lists the model `name` as `name:latest`.
    return names.some((name) => name === chatModel || name === `${chatModel}:latest`) ? 'ok' : 'model_missing';
  } catch {
    return 'unreachable';
  }
}

/** Reads `{data:[{id}]}`, the format of both providers. */
function namesIn(body: unknown): string[] | null {
  const data: unknown = typeof body === 'object' && body !== null && 'data' in body ? body.data : null;
  if (!Array.isArray(data)) return null;
  return data.flatMap((each: { id?: unknown } | null) => (typeof each?.id === 'string' ? [each.id] : []));
}
