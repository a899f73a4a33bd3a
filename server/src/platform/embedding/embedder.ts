/** Questions are embedded before passages, because an answer waits for the vector of its question. */
export type Urgency = 'question' | 'passages';

/** The port of embedding models, which turn texts into vectors that are close together when the texts mean the same. */
export interface Embedder {
  readonly provider: 'embedded' | 'openai_compatible';
  /** Name and version, stored with every vector: vectors of two models are never compared. */
  readonly model: string;
  /** Null until an external model has answered for the first time. */
  readonly dimensions: number | null;
  /** Whether the model was made for texts in this language (BCP 47). */
  reads(language: string): boolean;
  /** About how many characters of a text the model reads; it ignores the rest of a longer one. */
  readonly span: number;
  /** How many passages it gets at once: some seconds of work. */
  readonly batch: number;
  /** True while it pauses after a failure: requests are then rejected. */
  readonly resting: boolean;
  /** True if the provider does not offer the model to us: waiting does not help. */
  readonly refused: boolean;
  /** Returns vectors of unit length, in the order of the texts. Rejects when the model is unavailable: try again later. */
  embed(texts: readonly string[], urgency: Urgency): Promise<Float32Array[]>;
  /** Frees the memory and rejects waiting texts. */
  close(): Promise<void>;
}

/** The models of one process: the configured one, and former ones as long as they can be used. */
export interface Embedders {
  /** Null when EMBEDDINGS is off. */
  readonly embedder: Embedder | null;
  /** Returns the model that made stored vectors, to compare questions with them; null if it can no longer be used. */
  formerEmbedder(model: string): Embedder | null;
  close(): Promise<void>;
}
