import type { Tokens, WritingFailure, WritingTask } from './language-model.ts';

/** One request to a provider. */
export type Attempt = (task: WritingTask<unknown>, signal: AbortSignal) => Promise<AttemptResult>;

export type AttemptResult =
  | { kind: 'written'; value: unknown; tokens: Tokens }
  | {
      kind: 'failed';
      why: WritingFailure;
      tokens: Tokens;
      /** Whether the same request may succeed if it is repeated. */
      again: boolean;
      /** The pause that the provider demands, or null. */
      retryAfterMilliseconds: number | null;
    };

export const noTokens: Tokens = { input: 0, output: 0 };

/** Estimates the input tokens of an attempt. */
export const estimateOf = ({ instructions, material }: Pick<WritingTask<unknown>, 'instructions' | 'material'>) =>
  tokensIn(instructions + material);

/** An estimate: a token is about 3.5 characters. */
export const tokensIn = (text: string): number => Math.ceil(text.length / 3.5);

/** An answer is a few sentences. The limit stops a model that does not end. */
export const mostOutputTokens = 1_200;
