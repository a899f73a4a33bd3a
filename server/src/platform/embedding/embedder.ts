/** Who waits: a question's answer is held up by its vector, so it goes ahead of the passages that are embedded meanwhile. */
export type Urgency = 'question' | 'passages';

/** The port of embedding models: turns texts into vectors that are near each other when the texts mean the same. */
export interface Embedder {
  readonly provider: 'embedded' | 'openai_compatible';
  /** Name and version, stored with every vector: vectors of two models are never compared. */
  readonly model: string;
  /** Null until a model of somebody else's has answered for the first time. */
  readonly dimensions: number | null;
  /** Whether texts in this language (BCP 47) are among those that the model was made for. */
  reads(language: string): boolean;
  /** About how many characters of a text the model takes in; of a longer one it sees the beginning. */
  readonly span: number;
  /** How many passages are given to it at once: some seconds of its work. */
  readonly batch: number;
  /** It has failed and is left alone for a while: a request now is rejected. */
  readonly resting: boolean;
  /** The provider has no such model, or not for us: waiting does not help. */
  readonly refused: boolean;
  /** Unit length, in the order of the texts. Rejects when there is no model at the moment: try again later. */
  embed(texts: readonly string[], urgency: Urgency): Promise<Float32Array[]>;
  /** Gives the memory back; what still waits is rejected. */
  close(): Promise<void>;
}

/** The models of one process: the configured one, and those before it as long as they can be asked. */
export interface Embedders {
  /** Null when EMBEDDINGS is off. */
  readonly embedder: Embedder | null;
  /** The model that made stored vectors, while a question can still be compared with them; null when it cannot. */
  formerEmbedder(model: string): Embedder | null;
  close(): Promise<void>;
}
