import type { DocumentError, DocumentErrorCode } from '@desk/contract/documents';

const words: Record<DocumentErrorCode, Omit<DocumentError, 'code'>> = {
  unsupported_type: {
    message: 'This kind of file cannot be read.',
    remedy: 'Provide it as PDF, DOCX, PPTX, XLSX, ODT, HTML, Markdown, CSV, JSON, EML or plain text.',
  },
  too_large: {
    message: 'The document is larger than what can be read safely.',
    remedy:
      'Split it into smaller documents: each may have 25 MiB (a cloud drive’s own kinds in the form in which it exports them), and 2,000 pages, 20 MiB of text or 50,000 passages in it.',
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
    remedy: 'Put it back there and ingest it again, upload it here, or remove the document.',
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
    message: 'The source takes no more requests for now.',
    remedy: 'Wait for an hour, then ingest it again; if that fails as well, raise its limits at the vendor.',
  },
};

/** What went wrong with a document, in words for the person who has to do something about it. */
export const documentError = (code: DocumentErrorCode | null): DocumentError | null => code && { code, ...words[code] };
