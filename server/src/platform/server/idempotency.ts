import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorCode } from '../database/database.ts';
import type { Desk } from '../desk.ts';
import { conflict, malformed } from '../http/errors.ts';
import { sentence } from '../words/sentence.logic.ts';
import {
  fillSlot,
  findSlot,
  forgetSlots,
  freeSlot,
  takeSlot,
  withSlot,
  type SlotClaim,
  type Slot,
} from './idempotency.store.ts';
import type { CallerIdentity } from '../http/identity.ts';
import { newId } from '../process/ids.ts';
import { declareShortLived } from '../secrets/sealed-columns.ts';
import { sameBytes, sha256 } from '../secrets/signatures.ts';
import { readUpload } from '../http/upload.ts';

const keptForMilliseconds = 24 * 3_600_000;

/**
 * Returns the hooks that run a POST with an `Idempotency-Key` only once: the same key with the same request gets the first
 * answer again. A request holds its key from validation until its answer is stored. If the process dies in between, the key
 * has no answer: after its lease the next such request runs, and repeats the effect if it was already committed.
 */
export function idempotencyHooks(desk: Desk, identityOf: (request: FastifyRequest) => CallerIdentity) {
  const held = new WeakMap<FastifyRequest, SlotClaim>();
  return {
    // Refuse an invalid header before the body is read.
    onRequest: async (request: FastifyRequest) => void keyOf(request),
    preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
      const key = keyOf(request);
      if (key === null) return;
      const [path = ''] = request.url.split('?');
      const slot = { ...identityOf(request), route: `${request.method} ${path}`, key };
      const found = await claim(desk, slot, await fingerprint(desk, request));
      if ('claim' in found) return void held.set(request, found);
      return reply
        .code(found.status)
        .headers({ ...found.headers, 'idempotency-replayed': 'true' })
        .send(found.body === '' ? undefined : found.body);
    },
    onSend: async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
      const claimed = held.get(request);
      if (!claimed) return payload;
      // The work is done: if its answer cannot be stored, the request still succeeds.
      await settle(desk, claimed, reply, payload).catch((error: unknown) =>
        request.log.warn({ code: errorCode(error) }, 'the answer of an idempotency key was not kept'),
      );
      return payload;
    },
  };
}

/** Deletes answers older than a day. Part of the sweep. */
export const forgetAnswers = (desk: Desk): Promise<unknown> => forgetSlots(desk.db, forgotten(desk));

const forgotten = (desk: Desk) => new Date(desk.clock.now().getTime() - keptForMilliseconds);

interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && /^[^\p{Cc}]{1,255}$/u.test(key)) return key;
  throw malformed(sentence`Idempotency-Key must contain exactly one key.`, 'malformed_request', [
    { path: 'header.idempotency-key', message: sentence`must be 1 to 255 characters without control characters` },
  ]);
}

// Hash the content of a form, not its bytes: each try has another boundary between the parts.
async function fingerprint(desk: Desk, request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) return sha256(JSON.stringify([request.query, request.body ?? null]));
  const { file, fields } = await readUpload(desk, request);
  const named = Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1));
  return sha256(JSON.stringify([request.query, named, file.name]), file.bytes);
}

async function claim(desk: Desk, slot: Slot, hash: Buffer): Promise<SlotClaim | KeptAnswer> {
  const mine = { ...slot, claim: newId() };
  const now = desk.clock.now();
  const taken = await withSlot(desk.db, slot, (tx) => takeSlot(tx, mine, { hash, now, forgotten: forgotten(desk) }));
  if (taken) return mine;
  const first = await withSlot(desk.db, slot, (tx) => findSlot(tx, slot));
  if (first && !sameBytes(first.request_hash, hash))
    throw conflict('idempotency_key_reused', sentence`This Idempotency-Key was used for another request.`);
  if (!first || first.status === null || first.answer_sealed === null)
    throw conflict(
      'conflict',
      sentence`The first request with this Idempotency-Key is still running. Try again shortly.`,
    );
  const answer = opened(desk, first.answer_sealed, { ...slot, claim: first.claim });
  return { status: first.status, ...(JSON.parse(answer) as Omit<KeptAnswer, 'status'>) };
}

// SECRET_KEY may have been replaced since, without SECRET_KEY_PREVIOUS. Refuse then: the request must not run again.
function opened(desk: Desk, sealed: string, first: SlotClaim): string {
  try {
    return desk.secrets.open(sealed, placeOf(first));
  } catch {
    throw conflict(
      'conflict',
      sentence`The request succeeded, but its response is no longer available. Check the current state.`,
    );
  }
}

// Do not keep answers that do not depend on the request itself, such as a 429: the caller may try again with the same key.
async function settle(desk: Desk, claimed: SlotClaim, reply: FastifyReply, payload: unknown): Promise<void> {
  const status = reply.statusCode;
  const isText = payload === undefined || payload === null || typeof payload === 'string';
  if (status >= 500 || [401, 403, 429].includes(status) || !isText)
    return withSlot(desk.db, claimed, (tx) => freeSlot(tx, claimed));
  const names = ['content-type', 'content-language', 'vary', 'location', 'etag'];
  const headers = Object.fromEntries(
    names.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])),
  );
  const answer = JSON.stringify({ headers, body: payload ?? '' });
  const answer_sealed = desk.secrets.seal(answer, placeOf(claimed));
  return withSlot(desk.db, claimed, (tx) => fillSlot(tx, claimed, { status, answer_sealed }));
}

declareShortLived('idempotency_key.answer_sealed');

const placeOf = ({ claim: row, organizationId }: SlotClaim) => ({
  table: 'idempotency_key',
  row,
  organizationId: organizationId ?? '',
  field: 'answer_sealed',
});
