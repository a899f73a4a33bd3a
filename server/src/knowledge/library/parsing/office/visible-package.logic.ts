/** What a reader sees of a package's parts, and the words that he does not. */
export interface Cut {
  /** The parts that are other than before, by name. */
  shown: Map<string, string>;
  hidden: string[];
}
