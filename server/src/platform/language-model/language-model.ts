/** The port of language models. A model words an answer that is already decided, in the requested shape. */
export interface LanguageModel {
  /** Provider and model, as decisions record them. */
  readonly name: string;
  /** Never rejects: an outage is a result that the caller must handle. */
  write<T>(task: WritingTask<T>): Promise<WritingResult<T>>;
  /** Checks whether the endpoint answers, accepts the key and has the model, at no cost of tokens. For the operator. */
  probe(): Promise<Probe>;
  /** Makes running requests fail at once, so that a drain need not wait for them. */
  close(): Promise<void>;
}

export interface WritingTask<T> {
  /** Contains only our own text. */
  instructions: string;
  /** Text by customers and documents, fenced. */
  material: string;
  /** JSON Schema of the result. Every property is required: some providers refuse optional ones. */
  schema: Record<string, unknown>;
  /** Returns the result, or null when it has another shape. */
  read(value: unknown): T | null;
  /** The time limit, including repeated attempts. */
  withinMilliseconds: number;
  /** The limit of all input and output tokens. An attempt that might exceed it is not made. */
  mostTokens: number;
}

export type WritingResult<T> = ({ kind: 'written'; value: T } | { kind: 'failed'; why: WritingFailure }) & {
  tokens: Tokens;
};

/**
 * `refused`: the key, the model or the address is wrong. `declined`: the model or the provider's content filter gives no answer to
 * this text. `resting`: calls pause after too many failures. `budget`: there are not enough tokens for an attempt.
 */
export type WritingFailure =
  | 'timeout'
  | 'rate_limited'
  | 'unavailable'
  | 'refused'
  | 'not_understood'
  | 'malformed'
  | 'declined'
  | 'resting'
  | 'budget';

/** As the provider counts them; estimated if it does not report them. */
export interface Tokens {
  input: number;
  output: number;
}

export type Probe = 'ok' | 'model_missing' | 'not_listed' | 'unauthorized' | 'unreachable' | 'failing';
