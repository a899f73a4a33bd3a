import { type AppError, conflict, unavailable, upstreamFailed } from '../../../../platform/http/errors.ts';
import { sentence, type Sentence } from '../../../../platform/words/sentence.logic.ts';
import { DriveFailure } from '../client/access.ts';

/** The drive is not connected or refuses access: an admin has to connect it first. */
export const notConnected = (): AppError =>
  conflict('not_connected', sentence`The cloud drive is not connected, or needs to be reconnected.`);

/** Runs `work`, and converts a `DriveFailure` to an error of the API for the waiting caller. */
export async function forCaller<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DriveFailure ? problemOf(error) : error;
  }
}

function problemOf({ refusal, code, wait }: DriveFailure): AppError {
  if (refusal === 'lost') return notConnected();
  if (refusal === 'busy')
    return unavailable(sentence`The cloud drive is rejecting requests because of its rate limit.`, wait ?? 30);
  return upstreamFailed(wordsFor(code));
}

function wordsFor(code: string): Sentence {
  const [, status] = /^http_(\d+)$/.exec(code) ?? [];
  if (status) return sentence`The cloud drive could not complete the request: it answered with the status ${status}.`;
  if (code === 'timeout') return sentence`The cloud drive did not answer in time.`;
  return sentence`The cloud drive did not answer, or not as it should.`;
}
