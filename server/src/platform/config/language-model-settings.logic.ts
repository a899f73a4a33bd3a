import { isPlainUrl } from './plain-url.logic.ts';

export interface ModelVariables {
  AI_PROVIDER: 'embedded' | 'openai_compatible' | 'anthropic';
  AI_BASE_URL: string;
  AI_API_KEY: string;
  AI_CHAT_MODEL: string;
}

/** Returns the missing or wrong variable by its name; null when all are fine. Never contains a value, which may be a key. */
export function faultOfModel(variables: ModelVariables): string | null {
  const { AI_PROVIDER, AI_BASE_URL, AI_API_KEY, AI_CHAT_MODEL } = variables;
  if (AI_PROVIDER === 'embedded') return null;
  const condition = `when AI_PROVIDER=${AI_PROVIDER}`;
  if (AI_PROVIDER === 'openai_compatible' && !AI_BASE_URL)
    return `AI_BASE_URL is required ${condition}: the address of the API with its version, such as http://localhost:11434/v1.`;
  if (AI_PROVIDER === 'anthropic' && !AI_API_KEY) return `AI_API_KEY is required ${condition}.`;
  if (!AI_CHAT_MODEL)
    return `AI_CHAT_MODEL is required ${condition}: the name of the model, as the provider writes it.`;
  if (AI_BASE_URL && !isPlainUrl(AI_BASE_URL))
    return 'AI_BASE_URL must be an http or https address without credentials, query or fragment.';
  return null;
}
