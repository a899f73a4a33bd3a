import type { LiveIndex } from './live-index.logic.ts';

/** The part of an index that ranking needs. The index may contain all passages or only the candidates. */
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
