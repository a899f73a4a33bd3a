import type { AttemptOutcome, WebhookAttempt } from '@desk/contract/webhooks';
import type { Desk } from '../../platform/desk.ts';
import { errorCode } from '../../platform/database/database.ts';
import { retryAfter } from '../../platform/egress/retry-after.logic.ts';
import { signWebhook } from '../../platform/secrets/standard-webhooks.ts';

const timeoutMilliseconds = 15_000;
const keptBytes = 4_096;
/** The most bytes that are read of a response. It also bounds what one compressed chunk may unpack to. */
const mostBytes = 1024 * 1024;

export interface Attempted {
  attempt: WebhookAttempt;
  /** In milliseconds. */
  retryAfter: number | null;
}

interface Sending {
  url: string;
  id: string;
  payload: string;
  /** The current secret, and the former one for a day. */
  secrets: readonly string[];
}

/** Sends a delivery once. Always ends, and never throws. */
export async function attemptDelivery(desk: Desk, sending: Sending): Promise<Attempted> {
  const at = desk.clock.now();
  const started = performance.now();
  const done = (outcome: AttemptOutcome, status: number | null, response: string | null): WebhookAttempt => ({
    at: at.toISOString(),
    outcome,
    status,
    latency_ms: Math.round(performance.now() - started),
    response,
  });
  try {
    const response = await desk.egress.fetch(sending.url, {
      method: 'POST',
      headers: headersOf(sending, at),
      body: sending.payload,
      timeoutMilliseconds,
      maxBytes: mostBytes,
    });
    const { status, headers } = response;
    const text = await beginningOf(response);
    const attempt = done(outcomeOf(status), status, withoutSecrets(text, sending.secrets));
    return { attempt, retryAfter: retryAfter(headers.get('retry-after'), desk.clock.now()) };
  } catch (error) {
    return { attempt: done(outcomeOfError(error), null, null), retryAfter: null };
  }
}

function headersOf({ id, payload, secrets }: Sending, at: Date): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  return {
    'content-type': 'application/json',
    'user-agent': 'Frontdesk-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signWebhook(payload, { id, timestamp }, secret)).join(' '),
  };
}

function outcomeOf(status: number): AttemptOutcome {
  if (status >= 200 && status < 300) return 'accepted';
  if (status >= 300 && status < 400) return 'redirected';
  return status === 410 ? 'gone' : 'refused';
}

// The causes of undici's errors have the codes; the outermost is only "fetch failed".
function outcomeOfError(error: unknown, depth = 5): AttemptOutcome {
  if (depth === 0 || !(error instanceof Error)) return 'unreachable';
  const code = errorCode(error);
  if (code === 'egress_blocked') return 'blocked';
  if (error.name === 'TimeoutError' || code.endsWith('_TIMEOUT') || code === 'ETIMEDOUT') return 'timeout';
  return outcomeOfError(error.cause, depth - 1);
}

// The status has decided the outcome already: a body that breaks off, or never ends, changes nothing.
async function beginningOf({ body }: Awaited<ReturnType<Desk['egress']['fetch']>>): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const reader = body?.getReader();
  try {
    while (reader && bytes < keptBytes) {
      const { value } = await reader.read();
      if (!value) break;
      parts.push(value);
      bytes += value.byteLength;
    }
    await reader?.cancel();
  } catch {
    // What has arrived is kept.
  }
  const text = new TextDecoder().decode(Buffer.concat(parts).subarray(0, keptBytes));
  // The replacement of half a character is longer than it was, and PostgreSQL stores no NUL.
  return cutTo(keptBytes, text.replaceAll('\0', ''));
}

function cutTo(most: number, text: string): string {
  const bytes = Buffer.from(text);
  return bytes.length <= most ? text : new TextDecoder('utf-8').decode(bytes.subarray(0, most - 3)).replace(/�$/, '');
}

const withoutSecrets = (text: string, secrets: readonly string[]) =>
  secrets.reduce((kept, secret) => kept.replaceAll(secret, '…').replaceAll(secret.slice('whsec_'.length), '…'), text);
