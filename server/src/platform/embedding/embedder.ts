/** Who waits: a question's answer is held up by its vector, so it goes ahead of the passages that are embedded meanwhile. */
export type Urgency = 'question' | 'passages';

/** The port of embedding models: turns texts into vectors that are near each other when the texts mean the same. */
export interface Embedder {
  readonly provider: 'embedded';
  /** Name and version, stored with every vector: vectors of two models are never compared. */
  readonly model: string;
  readonly dimensions: number;
  /** Whether texts in this language (BCP 47) are among those that the model was made for. */
  reads(language: string): boolean;
  /** About how many characters of a text the model takes in; of a longer one it sees the beginning. */
  readonly span: number;
  /** Unit length, in the order of the texts. Rejects when there is no model at the moment: try again later. */
  embed(texts: readonly string[], urgency: Urgency): Promise<Float32Array[]>;
  /** Gives the memory back; what still waits is rejected. */
  close(): Promise<void>;
}
