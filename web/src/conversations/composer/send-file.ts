import type { Attachment } from '@desk/contract/attachments';
import { uploadAttachment } from '@desk/contract/attachments';
import { addressOf } from '../../api/address.logic.ts';
import { ApiError, readProblem } from '../../api/api-error.ts';
import { readerLanguage } from '../../api/reader-language.ts';
import { currentToken, renewSession, scopeHeaders } from '../../api/session.ts';

interface Sending {
  conversationId: string;
  file: File;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Uploads a file and reports progress, which `fetch` cannot do. Throws `ApiError`, with status 0 if no answer arrived; returns null if
 * the upload was stopped.
 */
export async function sendFile(sending: Sending): Promise<Attachment | null> {
  const key = crypto.randomUUID();
  const first = await attempt(sending, key);
  const renewed = first?.status === 401 && currentToken() !== null && (await renewSession());
  const answer = renewed ? await attempt(sending, key) : first;
  if (answer === null) return null;
  if (!answer.ok) throw await readProblem(answer);
  return (await answer.json()) as Attachment;
}

function attempt({ conversationId, file, onProgress, signal }: Sending, key: string): Promise<Response | null> {
  // Stopped before it began, such as during the renewal of the session: the event below would not come again.
  if (signal.aborted) return Promise.resolve(null);
  const { promise, resolve, reject } = Promise.withResolvers<Response | null>();
  const request = new XMLHttpRequest();
  request.open('POST', addressOf(uploadAttachment.path, { id: conversationId }));
  const headers = {
    authorization: `Bearer ${currentToken() ?? ''}`,
    ...readerLanguage(),
    ...scopeHeaders(),
    'idempotency-key': key,
  };
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
  request.addEventListener('load', () => {
    const type = request.getResponseHeader('content-type') ?? '';
    resolve(new Response(request.responseText, { status: request.status, headers: { 'content-type': type } }));
  });
  request.addEventListener('error', () => reject(new ApiError({ status: 0 })));
  request.addEventListener('abort', () => resolve(null));
  signal.addEventListener('abort', () => request.abort());
  const form = new FormData();
  form.set('file', file);
  request.send(form);
  return promise;
}
