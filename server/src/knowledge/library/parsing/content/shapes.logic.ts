/** The formats that are read: short texts and lists of values in our process, all else in the sandboxed child. */
export const formats = [
  'plain',
  'markdown',
  'html',
  'csv',
  'json',
  'eml',
  'pdf',
  'docx',
  'pptx',
  'xlsx',
  'odt',
] as const;
export type Format = (typeof formats)[number];

/** A stretch of text with its place in the text it was cut from. */
export interface Piece {
  text: string;
  start: number;
  end: number;
}

/** A heading; level 7 is a question that its writer did not make a heading: bold, marked `Q:`, or a cell of a table. */
export interface Heading extends Piece {
  kind: 'heading';
  level: number;
  page: number | null;
}

/** What stands under headings. Only prose may be cut, and only between sentences. */
export interface Content extends Piece {
  kind: 'prose' | 'list' | 'table' | 'code';
  page: number | null;
  /** The items of a list, the rows of a table, the lines of code: where a block that is far too large may be cut. */
  parts: Piece[];
}

export type Block = Heading | Content;

export interface ParsedDocument {
  /** The document's own title, where it has one. */
  title: string | null;
  blocks: Block[];
  /** What stands in the file and is not seen by anyone who opens it. Never part of a passage. */
  hidden?: string[];
}
