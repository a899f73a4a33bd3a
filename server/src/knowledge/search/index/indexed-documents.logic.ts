import type { IndexedDocument } from './indexed-passage.logic.ts';

/** The documents of an index: those that questions see, those that are staged, and those that are to be cleared away. */
export class IndexedDocuments {
  readonly shown = new Map<string, IndexedDocument>();
  private readonly staged = new Map<string, IndexedDocument>();
  private readonly leaving: IndexedDocument[] = [];
  private readonly languages = new Map<string, number>();

  /** Returns the staged document of this version, to which passages are added; withdraws another version. */
  stage({ documentId, version, language }: Pick<IndexedDocument, 'documentId' | 'version' | 'language'>) {
    if (this.staged.get(documentId)?.version !== version) this.withdraw(documentId);
    const fresh = { documentId, version, language, slots: new Uint32Array(0), sections: 0 };
    const document = this.staged.get(documentId) ?? fresh;
    this.staged.set(documentId, document);
    return document;
  }

  stagedOf(documentId: string): IndexedDocument | null {
    return this.staged.get(documentId) ?? null;
  }

  withdraw(documentId: string): void {
    const document = this.staged.get(documentId);
    if (document) this.leaving.push(document);
    this.staged.delete(documentId);
  }

  show(document: IndexedDocument): void {
    this.staged.delete(document.documentId);
    this.hide(document.documentId);
    this.shown.set(document.documentId, document);
    this.count(document, document.slots.length);
  }

  hide(documentId: string): void {
    const document = this.shown.get(documentId);
    if (!document) return;
    this.shown.delete(documentId);
    this.count(document, -document.slots.length);
    this.leaving.push(document);
  }

  /** Takes up to `most` slots of passages that no question sees any more. The caller must remove them from the lists. */
  clear(most: number): Uint32Array {
    const document = this.leaving.at(-1);
    if (!document) return new Uint32Array(0);
    const from = Math.max(0, document.slots.length - most);
    const gone = document.slots.subarray(from);
    document.slots = document.slots.subarray(0, from);
    if (from === 0) this.leaving.pop();
    return gone;
  }

  get isClear(): boolean {
    return this.leaving.length === 0;
  }

  /** The language most passages are in. */
  mainLanguage(): string {
    const used = [...this.languages].filter(([, passages]) => passages > 0);
    const [first] = used.sort(([one, most], [other, least]) => least - most || (one < other ? -1 : 1));
    return first?.[0] ?? 'en';
  }

  private count({ language }: IndexedDocument, passages: number): void {
    this.languages.set(language, (this.languages.get(language) ?? 0) + passages);
  }
}
