import { Worker } from 'node:worker_threads';
import type { Desk } from '../../platform/desk.ts';
import { codesOf } from '../requests/exchange.ts';
import { failureOfError, failureOfStatus } from '../requests/failures.logic.ts';
import type { ServiceShape } from './openapi.logic.ts';
import { sentence, type Sentence } from '../../platform/words/sentence.logic.ts';

type ReadShape = { kind: 'read'; shape: ServiceShape; hash: string };
export type ReadDocument = ReadShape | { kind: 'refused'; detail: Sentence; remedy: Sentence };

const mostBytes = 5 * 1024 * 1024;
const fetchMilliseconds = 10_000;
// 5 MB of YAML takes three seconds of processor time, and other work shares the processor.
const parseMilliseconds = 20_000;
const mostMegabytes = 256;

/** Fetches and reads an OpenAPI document of version 3.0 or 3.1, JSON or YAML. Never throws, never blocks, and always ends. */
export async function readDocument({ egress }: Pick<Desk, 'egress'>, url: string): Promise<ReadDocument> {
  try {
    // Send no credentials: the document may be on another host.
    const response = await egress.fetch(url, {
      timeoutMilliseconds: fetchMilliseconds,
      maxBytes: mostBytes,
      redirects: 3,
    });
    if (!response.ok) {
      await response.body?.cancel();
      return refusedWith(response.status);
    }
    return await parseDocument(await response.text());
  } catch (error) {
    const why = failureOfError(codesOf(error));
    return why.code === 'too_large'
      ? refused(
          sentence`The document is larger than 5 MB.`,
          sentence`Provide a document with only the operations that are needed.`,
        )
      : refused(why.message, why.remedy);
  }
}

function refusedWith(status: number): ReadDocument {
  if (status === 401 || status === 403)
    return refused(
      sentence`The document is given only to those who sign in, and the desk reads it without credentials.`,
      sentence`Name an address at which it is public, or upload it as a file.`,
    );
  const isMissing = status === 404 || status === 410;
  return refused(
    isMissing ? sentence`There is no document at its address.` : failureOfStatus(status).message,
    sentence`Check the address of the OpenAPI document.`,
  );
}

const refused = (detail: Sentence, remedy: Sentence): ReadDocument => ({ kind: 'refused', detail, remedy });

/** Parses in a thread with limited time and memory: a hostile document can use up any amount of both. */
export function parseDocument(text: string, withinMilliseconds = parseMilliseconds): Promise<ReadDocument> {
  const remedy = sentence`Check that it is an OpenAPI document of version 3.0 or 3.1, complete in one file.`;
  return new Promise((resolve) => {
    const thread = new Worker(new URL('openapi-thread.ts', import.meta.url), {
      workerData: text,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    });
    const end = (result: ReadDocument) => {
      clearTimeout(timer);
      void thread.terminate();
      resolve(result);
    };
    const timer = setTimeout(
      () => end(refused(sentence`The document takes too long to read.`, remedy)),
      withinMilliseconds,
    );
    thread.once('message', (message: ReadShape | { kind: 'refused'; detail: Sentence }) =>
      end(message.kind === 'read' ? message : refused(message.detail, remedy)),
    );
    thread.once('error', () => end(refused(sentence`The document is too large or too complex.`, remedy)));
    thread.once('exit', () => end(refused(sentence`The document cannot be read.`, remedy)));
  });
}
