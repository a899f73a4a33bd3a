import type { Breaker } from '../egress/circuit-breaker.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { type Attempt, type AttemptResult, estimateOf, mostOutputTokens, noTokens } from './attempt.ts';
import type { Tokens, WritingFailure, WritingTask, WritingResult } from './language-model.ts';

const mostAttempts = 3;
const firstPauseMilliseconds = 500;
/** With less time left, an attempt would only waste tokens. */
const shortestAttemptMilliseconds = 250;

/**
 * Makes up to three attempts within the task's time and tokens. Pauses grow, or are as long as the provider demands. A result of
 * the wrong shape is tried once more; a refused request or a declined text is not.
 */
export async function writeWithRetries<T>(
  attempt: Attempt,
  breaker: Breaker,
  task: WritingTask<T>,
  stopped: AbortSignal,
): Promise<WritingResult<T>> {
  const deadline = performance.now() + task.withinMilliseconds;
  let tokens = noTokens;
  const failed = (why: WritingFailure): WritingResult<T> => ({ kind: 'failed', why, tokens });
  for (let made = 1; ; made++) {
    const left = deadline - performance.now();
    if (left < shortestAttemptMilliseconds) return failed('timeout');
    if (sum(tokens) + estimateOf(task) + mostOutputTokens > task.mostTokens) return failed('budget');
    if (!breaker.mayTry()) return failed('resting');
    const attempted = await attempt(task, AbortSignal.any([stopped, AbortSignal.timeout(Math.ceil(left))]));
    tokens = plus(tokens, attempted.tokens);
    report(breaker, attempted);
    const value = attempted.kind === 'written' ? task.read(attempted.value) : null;
    if (value !== null) return { kind: 'written', value, tokens };
    const failure = attempted.kind === 'failed' ? attempted : misshapen;
    const wait = failure.retryAfterMilliseconds ?? Math.random() * firstPauseMilliseconds * 2 ** made;
    const triesLeft = made < (failure.why === 'malformed' ? mostAttempts - 1 : mostAttempts);
    if (!failure.again || !triesLeft || wait > deadline - performance.now()) return failed(failure.why);
    await pause(wait, null, { signal: stopped }).catch(() => {});
  }
}

const misshapen = { why: 'malformed', again: true, retryAfterMilliseconds: 0 } as const;

// A result of the wrong shape and a declined text show that the endpoint works.
function report(breaker: Breaker, attempted: AttemptResult): void {
  if (attempted.kind === 'written' || attempted.why === 'malformed' || attempted.why === 'declined')
    breaker.succeeded();
  else breaker.failed();
}

const sum = ({ input, output }: Tokens) => input + output;
const plus = (one: Tokens, other: Tokens): Tokens => ({
  input: one.input + other.input,
  output: one.output + other.output,
});
