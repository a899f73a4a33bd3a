import { chunksOf } from '../../src/knowledge/library/parsing/chunking/chunking.logic.ts';
import { parseMarkdown } from '../../src/knowledge/library/parsing/text/markdown.logic.ts';
import type { DocumentPassages, Passage } from '../../src/knowledge/library/passages/passage.logic.ts';
import type { Article } from './sets.ts';

/** An article cut into passages as ingestion does it. */
export function passagesOf({ id, title, text, language = 'en' }: Article): DocumentPassages {
  const chunks = chunksOf(parseMarkdown(text).blocks, { title, language });
  const passages = chunks.map((chunk, at): Passage => {
    return { id: `${id}#${at}`, title, headingPath: chunk.headingPath, text: chunk.text };
  });
  return { documentId: id, version: 1, language, passages };
}
