import { isPlainUrl } from './plain-url.logic.ts';

/** The API of an external embedding model. */
export interface EmbeddingProvider {
  baseUrl: string;
  apiKey: string;
}

interface EmbeddingConfig {
  EMBEDDINGS: string;
  AI_PROVIDER: string;
  AI_BASE_URL: string;
  AI_API_KEY: string;
  AI_EMBEDDING_MODEL: string;
}

/** Returns the fault that keeps EMBEDDINGS=provider from working, with names of variables but no values; null if there is none. */
export function faultOfEmbeddings(config: EmbeddingConfig): string | null {
  if (config.EMBEDDINGS !== 'provider') return null;
  if (config.AI_PROVIDER === 'anthropic')
    return 'EMBEDDINGS=provider needs an OpenAI-compatible API, and AI_PROVIDER=anthropic has no embeddings: set EMBEDDINGS=embedded.';
  if (!config.AI_EMBEDDING_MODEL) return 'EMBEDDINGS=provider needs AI_EMBEDDING_MODEL, the name of the model.';
  if (!config.AI_BASE_URL)
    return 'EMBEDDINGS=provider needs AI_BASE_URL, the address of the API with its version, such as http://localhost:11434/v1.';
  if (!isPlainUrl(config.AI_BASE_URL))
    return 'AI_BASE_URL is not an http or https address without credentials and query, such as http://localhost:11434/v1.';
  return null;
}

/**
 * Returns the provider, or null when nothing may be sent there: because neither embeddings nor answers use it any more, or
 * because the key belongs to another provider.
 */
export function embeddingProvider(config: EmbeddingConfig): EmbeddingProvider | null {
  const isOurs = config.EMBEDDINGS === 'provider' || config.AI_PROVIDER === 'openai_compatible';
  if (!isOurs || !config.AI_BASE_URL || config.AI_PROVIDER === 'anthropic') return null;
  return { baseUrl: config.AI_BASE_URL, apiKey: config.AI_API_KEY };
}
