import type { LanguageModel as SdkModel } from 'ai';
import type { Egress } from '../egress/egress.ts';
import { sdkFetch } from '../egress/sdk-fetch.ts';

export interface RequestStyle {
  /** Whether to omit what some servers refuse: a schema, a temperature, a limit of tokens. */
  relaxed: boolean;
}

/** The differences between providers. */
export interface Provider {
  model(request: RequestStyle): Promise<SdkModel>;
  /** The request that lists the provider's models. */
  list: { url: string; headers: Record<string, string> };
}

export interface ProviderAccess {
  baseUrl: string;
  key: string;
  chatModel: string;
  egress: Egress;
}

/** Any server that implements OpenAI's chat completions. */
export const openAiCompatible = ({ baseUrl, key, chatModel, egress }: ProviderAccess): Provider => ({
  async model({ relaxed }) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const provider = createOpenAICompatible({
      name: 'openai_compatible',
      baseURL: baseUrl,
      ...(key ? { apiKey: key } : {}),
      supportsStructuredOutputs: !relaxed,
      fetch: guarded(egress),
    });
    return provider.chatModel(chatModel);
  },
  list: { url: `${baseUrl}/models`, headers: key ? { authorization: `Bearer ${key}` } : {} },
});

export const anthropicUrl = 'https://api.anthropic.com/v1';

export const anthropic = ({ baseUrl, key, chatModel, egress }: ProviderAccess): Provider => ({
  async model() {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ baseURL: baseUrl, apiKey: key, fetch: guarded(egress) })(chatModel);
  },
  list: { url: `${baseUrl}/models?limit=1000`, headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' } },
});

/** Below the lease of a turn (60 s). The time limit of the task is shorter and ends the request earlier. */
export const longestMilliseconds = 45_000;

const guarded = (egress: Egress) =>
  sdkFetch(egress, { maxBytes: 1024 * 1024, timeoutMilliseconds: longestMilliseconds });
