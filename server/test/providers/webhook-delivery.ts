import { setTimeout as pause } from 'node:timers/promises';

/** A signed event, ready to be posted. The bytes are fixed, so a redelivery is identical. */
export type SignedEvent = { id: string | null; body: unknown; raw: Buffer; headers: Record<string, string> };

export type Attempt = { at: Date; status: number; retryAfter: string | null; answer: string };
export type Delivery = { acknowledged: boolean; status: number; attempts: Attempt[] };

export type DeliveryHabits = {
  /** The vendor's time-out for our status line. */
  timeoutMilliseconds: number;
  maxAttempts: number;
  /** `status` 0 is a timeout or a broken connection. */
  retries: (attempt: Attempt) => boolean;
  /** The pause before attempt n + 1, in milliseconds instead of the vendor's hours. */
  pauseMilliseconds: (attempt: number) => number;
};

/** Posts the event until a 2xx acknowledges it or the vendor's habits end the retries. */
export async function deliver(url: string, event: SignedEvent, habits: DeliveryHabits): Promise<Delivery> {
  const attempts: Attempt[] = [];
  for (let number = 1; number <= habits.maxAttempts; number += 1) {
    const attempt = await post(url, event, habits.timeoutMilliseconds);
    attempts.push(attempt);
    if (isSuccess(attempt.status) || !habits.retries(attempt)) break;
    if (number < habits.maxAttempts) await pause(habits.pauseMilliseconds(number));
  }
  const status = attempts.at(-1)?.status ?? 0;
  return { acknowledged: isSuccess(status), status, attempts };
}

async function post(url: string, event: SignedEvent, timeoutMilliseconds: number): Promise<Attempt> {
  const at = new Date();
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: event.headers,
      body: new Uint8Array(event.raw),
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    return {
      at,
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      answer: await response.text(),
    };
  } catch {
    return { at, status: 0, retryAfter: null, answer: '' };
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
