import { isPlainUrl } from './plain-url.logic.ts';

/** Where an embedding model of somebody else's is asked. */
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

/** What keeps EMBEDDINGS=provider from working, by the names of the variables and never by a value; null when nothing does. */
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
 * Null when nothing may be sent there: neither embeddings nor answers are the provider's business any more, or the key is
 * that of somebody else.
 */
export function embeddingProvider(config: EmbeddingConfig): EmbeddingProvider | null {
  const isOurs = config.EMBEDDINGS === 'provider' || config.AI_PROVIDER === 'openai_compatible';
  if (!isOurs || !config.AI_BASE_URL || config.AI_PROVIDER === 'anthropic') return null;
  return { baseUrl: config.AI_BASE_URL, apiKey: config.AI_API_KEY };
}
