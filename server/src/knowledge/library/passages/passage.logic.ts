/** One chunk of a document, as ingestion split it. `text` may be Markdown and does not repeat the title. */
export interface Passage {
  id: string;
  title: string;
  headingPath: readonly string[];
  text: string;
}

/** One version of a document, ready to be indexed. `language` is a BCP 47 tag; only its first subtag is read. */
export interface DocumentPassages {
  documentId: string;
  version: number;
  language: string;
  passages: readonly Passage[];
}
