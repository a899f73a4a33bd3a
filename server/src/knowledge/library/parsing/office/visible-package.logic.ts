/** The visible content of a package's parts, and the hidden text. */
export interface Cut {
  /** The changed parts by name, without the hidden text. */
  shown: Map<string, string>;
  hidden: string[];
}
