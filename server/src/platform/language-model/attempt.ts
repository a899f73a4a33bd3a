import type { Tokens, WritingFailure, WritingTask } from './language-model.ts';

/** One request to a provider. */
export type Attempt = (task: WritingTask<unknown>, signal: AbortSignal) => Promise<AttemptResult>;

export type AttemptResult =
  | { kind: 'written'; value: unknown; tokens: Tokens }
  | {
      kind: 'failed';
      why: WritingFailure;
      tokens: Tokens;
      /** Whether the same request may go better. */
      again: boolean;
      /** When the provider wants to be asked again. */
      retryAfterMilliseconds: number | null;
    };

export const noTokens: Tokens = { input: 0, output: 0 };

/** What an attempt may take at most, before it is made: a token is about 3.5 characters. */
export const estimateOf = ({ instructions, material }: Pick<WritingTask<unknown>, 'instructions' | 'material'>) =>
  Math.ceil((instructions.length + material.length) / 3.5);

/** An answer is a few sentences; a model that does not stop is cut off. */
export const mostOutputTokens = 1_200;
