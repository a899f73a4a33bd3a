/** The supported formats. Short texts and CSV files are parsed in this process, all others in the sandboxed child. */
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

/** A part of a text, with its offsets in that text. */
export interface Piece {
  text: string;
  start: number;
  end: number;
}

/** A heading. Level 7 is a question without real heading markup: bold, marked `Q:`, or a table cell. */
export interface Heading extends Piece {
  kind: 'heading';
  level: number;
  page: number | null;
}

/** The content under headings. Prose may be split between sentences. */
export interface Content extends Piece {
  kind: 'prose' | 'list' | 'table' | 'code';
  page: number | null;
  /** The items of a list, rows of a table or lines of code: a block that is far too large may be split between them. */
  parts: Piece[];
}

export type Block = Heading | Content;

export interface ParsedDocument {
  /** The document's own title, or null. */
  title: string | null;
  blocks: Block[];
  /** Text that is in the file but invisible to its readers. It is never part of a passage. */
  hidden?: string[];
}
