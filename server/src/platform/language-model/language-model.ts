/** The port of language models: it puts words to what has been decided, in the shape that is asked for. */
export interface LanguageModel {
  /** Provider and model, as decisions record them. */
  readonly name: string;
  /** Never rejects: an outage is an outcome that the caller has to have an answer to. */
  write<T>(task: WritingTask<T>): Promise<WritingResult<T>>;
  /** Whether the endpoint answers, takes the key and has the model; costs no tokens. For the operator. */
  probe(): Promise<Probe>;
  /** What is being written fails at once, so that a drain need not wait for it. */
  close(): Promise<void>;
}

export interface WritingTask<T> {
  /** Our own words only. */
  instructions: string;
  /** What others wrote, fenced. */
  material: string;
  /** JSON Schema of the result. Every property is required: some providers refuse optional ones. */
  schema: Record<string, unknown>;
  /** The result, or null when it has another shape. */
  read(value: unknown): T | null;
  /** For everything, repeated attempts included. */
  withinMilliseconds: number;
  /** For everything, in and out: an attempt that might pass it is not made. */
  mostTokens: number;
}

export type WritingResult<T> = ({ kind: 'written'; value: T } | { kind: 'failed'; why: WritingFailure }) & {
  tokens: Tokens;
};

/** `resting`: it failed so often that it is left alone for a while. `budget`: there are not enough tokens for an attempt. */
export type WritingFailure =
  | 'timeout'
  | 'rate_limited'
  | 'unavailable'
  | 'refused'
  | 'not_understood'
  | 'malformed'
  | 'resting'
  | 'budget';

/** As the provider counts them; estimated where it does not say. */
export interface Tokens {
  input: number;
  output: number;
}

export type Probe = 'ok' | 'model_missing' | 'not_listed' | 'unauthorized' | 'unreachable' | 'failing';
