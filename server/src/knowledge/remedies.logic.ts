import type { DocumentError, DocumentErrorCode } from '@desk/contract/documents';

const words: Record<DocumentErrorCode, Omit<DocumentError, 'code'>> = {
  unsupported_type: {
    message: 'This kind of file cannot be read.',
    remedy: 'Upload it as PDF, DOCX, PPTX, XLSX, ODT, HTML, Markdown, CSV, JSON, EML or plain text.',
  },
  too_large: {
    message: 'The document unpacks to more than can be read safely.',
    remedy: 'Split it into smaller documents and upload those.',
  },
  encrypted: {
    message: 'The document is protected by a password.',
    remedy: 'Save a copy without the password and upload that.',
  },
  empty_text: {
    message: 'No text was found in the document.',
    remedy: 'Upload a version with real text; scanned pages have to go through text recognition first.',
  },
  corrupt: {
    message: 'The document is damaged or not what it claims to be.',
    remedy: 'Open it in its own program, save it again, and upload the new file.',
  },
  fetch_denied: {
    message: 'The source refused to hand the document over.',
    remedy: 'Give us access to it at the source, then ingest it again.',
  },
  fetch_not_found: {
    message: 'The source no longer has the document.',
    remedy: 'Upload the document again, or remove it here.',
  },
  source_revoked: {
    message: 'Access to the source was withdrawn.',
    remedy: 'Connect the source again, then ingest the document again.',
  },
  timeout: {
    message: 'Reading the document took too long.',
    remedy: 'Ingest it again; if that fails as well, split it into smaller documents.',
  },
  quota: {
    message: 'The document would exceed what this installation keeps.',
    remedy: 'Remove documents that are no longer needed, then ingest it again.',
  },
};

/** What went wrong with a document, in words for the person who has to do something about it. */
export const documentError = (code: DocumentErrorCode | null): DocumentError | null => code && { code, ...words[code] };
