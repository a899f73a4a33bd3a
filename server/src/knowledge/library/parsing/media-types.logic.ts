import { formats, type Format } from './content/shapes.logic.ts';

export const mediaTypes: Record<Format, string> = {
  plain: 'text/plain',
  markdown: 'text/markdown',
  html: 'text/html',
  csv: 'text/csv',
  json: 'application/json',
  eml: 'message/rfc822',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  odt: 'application/vnd.oasis.opendocument.text',
};

/** Each format has its own media type, so the stored media type of a file determines its parser. */
export const formatOf = (mediaType: string): Format =>
  formats.find((format) => mediaTypes[format] === mediaType) ?? 'plain';
