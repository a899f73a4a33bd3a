import type { LiveIndex } from './live-index.logic.ts';

/** What ranking needs from an index, of all passages or of the candidates among them. */
export type Searchable = Pick<
  LiveIndex,
  | 'words'
  | 'repair'
  | 'stemFor'
  | 'mainLanguage'
  | 'passages'
  | 'sections'
  | 'slots'
  | 'passageAt'
  | 'articleAt'
  | 'documents'
  | 'hasVectors'
  | 'cosine'
> & { readonly fields: Readonly<Record<'text' | 'title' | 'grams', SearchableField>> };

export interface SearchableField {
  readonly postings: { size(list: number): number; entries(list: number): Uint32Array };
  lengthOf(slot: number): number;
  total(): number;
}
