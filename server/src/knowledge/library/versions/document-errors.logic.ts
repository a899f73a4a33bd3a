import type { DocumentError, DocumentErrorCode } from '@desk/contract/documents';

const words: Record<DocumentErrorCode, Omit<DocumentError, 'code'>> = {
  unsupported_type: {
    message: 'This file type is not supported.',
    remedy: 'Upload it as PDF, DOCX, PPTX, XLSX, ODT, HTML, Markdown, CSV, JSON, EML or plain text.',
  },
  too_large: {
    message: 'The document is too large.',
    remedy:
      'Split it into smaller documents. A document may have 25 MiB (for a cloud drive’s own formats, the exported file ' +
      'counts), 2,000 pages, 20 MiB of text and 50,000 passages.',
  },
  encrypted: {
    message: 'The document is protected by a password.',
    remedy: 'Save a copy without the password and upload that.',
  },
  empty_text: {
    message: 'No text was found in the document.',
    remedy: 'Upload a version that contains text. Run text recognition on scanned pages first.',
  },
  corrupt: {
    message: 'The file is damaged, or its content does not match its type.',
    remedy: 'Open it in the program that created it, save it again, and upload the new file.',
  },
  fetch_denied: {
    message: 'The source denied access to the document.',
    remedy: 'Grant access to it at the source, then ingest it again.',
  },
  fetch_not_found: {
    message: 'The source no longer has the document.',
    remedy: 'Restore it at the source and ingest it again, upload it here, or remove the document.',
  },
  source_revoked: {
    message: 'Access to the source was revoked.',
    remedy: 'Connect the source again, then ingest the document again.',
  },
  timeout: {
    message: 'Reading the document took too long.',
    remedy: 'Ingest it again. If that fails too, split it into smaller documents.',
  },
  quota: {
    message: 'The source is rejecting requests because of its rate limit.',
    remedy: 'Wait an hour, then ingest it again. If that fails too, ask the vendor for a higher limit.',
  },
};

/** What went wrong with a document, in words for the person who has to do something about it. */
export const documentError = (code: DocumentErrorCode | null): DocumentError | null => code && { code, ...words[code] };
