import { TransformStream } from 'node:stream/web';
import { Response } from 'undici';

/** The answer was larger than its reader takes. */
export class ResponseTooLarge extends Error {
  readonly code = 'too_large';
}

/** The answer, whose body ends in an error after the limit, counted after decompression: a zip bomb costs no more. */
export function limited(response: Response, maxBytes: number): Response {
  const { status, statusText, headers, body } = response;
  if (!body) return response;
  let left = maxBytes;
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.byteLength;
        if (left < 0) return controller.error(new ResponseTooLarge('The answer is too large.'));
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, { status, statusText, headers });
}
