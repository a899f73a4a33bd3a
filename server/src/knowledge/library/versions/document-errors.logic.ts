import type { DocumentError, DocumentErrorCode } from '@desk/contract/documents';
import { inEnglish, sentence, type Sentence } from '../../../platform/words/sentence.logic.ts';

interface DocumentErrorWords {
  message: Sentence;
  remedy: Sentence;
}

/** Each document error, with its remedy, for the person who has to fix it. */
export const documentErrorWords: Readonly<Record<DocumentErrorCode, DocumentErrorWords>> = {
  unsupported_type: {
    message: sentence`This file type is not supported.`,
    remedy: sentence`Upload it as PDF, DOCX, PPTX, XLSX, ODT, HTML, Markdown, CSV, JSON, EML or plain text.`,
  },
  too_large: {
    message: sentence`The document is too large.`,
    remedy: sentence`Split it into smaller documents. A document may have 25 MiB (for a cloud drive’s own formats, the exported file counts), 2,000 pages, 20 MiB of text and 50,000 passages.`,
  },
  encrypted: {
    message: sentence`The document is protected by a password.`,
    remedy: sentence`Save a copy without the password and upload that.`,
  },
  empty_text: {
    message: sentence`No text was found in the document.`,
    remedy: sentence`Upload a version that contains text. Run text recognition on scanned pages first.`,
  },
  corrupt: {
    message: sentence`The file is damaged, or its content does not match its type.`,
    remedy: sentence`Open it in the program that created it, save it again, and upload the new file.`,
  },
  fetch_denied: {
    message: sentence`The source denied access to the document.`,
    remedy: sentence`Grant access to it at the source, then ingest it again.`,
  },
  fetch_not_found: {
    message: sentence`The source no longer has the document.`,
    remedy: sentence`Restore it at the source and ingest it again, upload it here, or remove the document.`,
  },
  source_revoked: {
    message: sentence`Access to the source was revoked.`,
    remedy: sentence`Connect the source again, then ingest the document again.`,
  },
  timeout: {
    message: sentence`Reading the document took too long.`,
    remedy: sentence`Ingest it again. If that fails too, split it into smaller documents.`,
  },
  quota: {
    message: sentence`The source is rejecting requests because of its rate limit.`,
    remedy: sentence`Wait an hour, then ingest it again. If that fails too, ask the vendor for a higher limit.`,
  },
  storage_full: {
    message: sentence`The organization has no room for this file.`,
    remedy: sentence`Delete documents, or ask the operator for more room. The file is then read by itself.`,
  },
};

/** The error as the API returns it, in English; the app translates it by its code. */
export function documentError(code: DocumentErrorCode | null): DocumentError | null {
  if (code === null) return null;
  const { message, remedy } = documentErrorWords[code];
  return { code, message: inEnglish(message), remedy: inEnglish(remedy) };
}
