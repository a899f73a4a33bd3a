import type { LanguageModel as SdkModel } from 'ai';
import type { Egress } from '../egress/egress.ts';
import { sdkFetch } from '../egress/sdk-fetch.ts';

export interface RequestStyle {
  /** Without what some servers refuse: a schema, a temperature, a limit of tokens. */
  relaxed: boolean;
}

/** What differs between providers. */
export interface Provider {
  model(request: RequestStyle): Promise<SdkModel>;
  /** Where the names of its models are listed, and with which headers. */
  list: { url: string; headers: Record<string, string> };
}

export interface ProviderAccess {
  baseUrl: string;
  key: string;
  chatModel: string;
  egress: Egress;
}

/** Any server that speaks OpenAI's chat completions. */
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

/** A turn ends before its lease does (60 s). The task's own time is shorter and cuts it. */
export const longestMilliseconds = 45_000;

const guarded = (egress: Egress) => sdkFetch(egress, { maxBytes: 1024 * 1024, timeoutMs: longestMilliseconds });
