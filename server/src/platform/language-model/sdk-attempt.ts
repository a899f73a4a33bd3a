import type * as sdkModule from 'ai';
import type { FinishReason, LanguageModelUsage } from 'ai';
import { type Attempt, type AttemptResult, estimateOf, mostOutputTokens, noTokens } from './attempt.ts';
import { failureOf } from './failures.ts';
import { jsonInWords } from './json-in-words.logic.ts';
import type { Tokens, WritingTask } from './language-model.ts';
import { countedTokens, type ReportMiscount } from './counted-tokens.ts';
import type { Provider, RequestStyle } from './provider.ts';

/** Makes attempts with the AI SDK. The first attempt loads it, so that the start does not wait (0.2 s on a shared machine). */
export function sdkAttempt(provider: Provider, miscounted: ReportMiscount): Attempt {
  let relaxed = false;
  const tokensOf: TokensOf = (task, usage, text) => countedTokens({ task, usage, text }, miscounted);
  return async (task, signal) => {
    const sdk = await import('ai').catch(() => null);
    if (!sdk) return unavailable();
    // Turn off warnings: they go to standard error and may contain the request.
    globalThis.AI_SDK_LOG_WARNINGS = false;
    const write = async (request: RequestStyle): Promise<AttemptResult> => {
      try {
        const written = await sdk.generateText({
          ...settingsOf(request),
          model: await provider.model(request),
          instructions: task.instructions,
          prompt: task.material,
          output: sdk.Output.object({ schema: sdk.jsonSchema<unknown>(task.schema), name: 'answer' }),
          maxRetries: 0,
          abortSignal: signal,
          telemetry: { isEnabled: false, recordInputs: false, recordOutputs: false },
        });
        const tokens = tokensOf(task, written.usage, written.text);
        // Without a text, reading `output` throws an error that does not tell the reason.
        if (written.text === '') return withoutAnswer(written.finishReason, tokens);
        return { kind: 'written', value: written.output, tokens };
      } catch (error) {
        return failureFrom(sdk, error, { task, signal, tokensOf });
      }
    };
    const attempted = await write({ relaxed });
    if (relaxed || !wasNotUnderstood(attempted)) return attempted;
    // Some servers do not accept JSON schemas, a temperature or a limit: try the simplest request, which all accept.
    const again = await write({ relaxed: true });
    relaxed = !wasNotUnderstood(again);
    return again;
  };
}

const settingsOf = ({ relaxed }: RequestStyle) =>
  relaxed ? {} : { temperature: 0, maxOutputTokens: mostOutputTokens };

const wasNotUnderstood = (attempted: AttemptResult) =>
  attempted.kind === 'failed' && attempted.why === 'not_understood';

type Sdk = typeof sdkModule;

type TokensOf = (task: WritingTask<unknown>, usage: LanguageModelUsage | undefined, text: string) => Tokens;

interface AttemptContext {
  task: WritingTask<unknown>;
  signal: AbortSignal;
  tokensOf: TokensOf;
}

// Passes on only the kind of an error: its message may quote the request, and with it the customer or the key.
function failureFrom(sdk: Sdk, error: unknown, { task, signal, tokensOf }: AttemptContext): AttemptResult {
  // The provider has read the request, and may charge for it.
  const estimated = { input: estimateOf(task), output: 0 };
  if (signal.aborted)
    return { kind: 'failed', why: 'timeout', tokens: estimated, again: false, retryAfterMilliseconds: null };
  if (sdk.NoObjectGeneratedError.isInstance(error)) {
    const text = error.text ?? '';
    const tokens = tokensOf(task, error.usage, text);
    const value = jsonInWords(text);
    if (value !== undefined) return { kind: 'written', value, tokens };
    return withoutAnswer(error.finishReason, tokens);
  }
  if (sdk.APICallError.isInstance(error)) {
    if (isFiltered(error.data)) return declined(noTokens);
    const { statusCode, responseHeaders } = error;
    const failure = failureOf(statusCode, responseHeaders?.['retry-after'], new Date());
    return { kind: 'failed', ...failure, tokens: failure.why === 'malformed' ? estimated : noTokens };
  }
  return unavailable();
}

// A model that has used all tokens that it may write would use them again for the same request.
function withoutAnswer(finishReason: FinishReason | undefined, tokens: Tokens): AttemptResult {
  if (finishReason === 'content-filter') return declined(tokens);
  return { kind: 'failed', ...failureOf(200, undefined, new Date(0)), again: finishReason !== 'length', tokens };
}

const declined = (tokens: Tokens): AttemptResult => ({
  kind: 'failed',
  why: 'declined',
  tokens,
  again: false,
  retryAfterMilliseconds: null,
});

// Azure's filter refuses the request itself, with HTTP 400 and this code.
function isFiltered(data: unknown): boolean {
  const { error } = (data ?? {}) as { error?: { code?: unknown } };
  return error?.code === 'content_filter';
}

const unavailable = (): AttemptResult => ({
  kind: 'failed',
  ...failureOf(undefined, undefined, new Date(0)),
  tokens: noTokens,
});
