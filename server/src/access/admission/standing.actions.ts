import type { FastifyRequest } from 'fastify';
import type { Desk } from '../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { sha256 } from '../../platform/secrets/signatures.ts';
import { bearerToken } from './admission.ts';
import { hashesOfKeys } from './api-keys.store.ts';
import { hashesOfMembers } from './sessions.store.ts';

/** A digest of the caller's token. It may be stored: it opens nothing. */
export const proofOf = (request: FastifyRequest): string => sha256(bearerToken(request) ?? '').toString('hex');

/** Returns the proofs that still admit their callers to the organization. For streams, which outlast the check of the request. */
export const stillAdmitted = (
  desk: Desk,
  scope: OrganizationScope,
  proofs: readonly string[],
): Promise<ReadonlySet<string>> => {
  const hashes = proofs.map((proof) => Buffer.from(proof, 'hex'));
  const now = desk.clock.now();
  return inScope(desk.db, scope, async (tx) => {
    const members = await hashesOfMembers(tx, scope, { hashes, now });
    const keys = members.length < hashes.length ? await hashesOfKeys(tx, scope, { hashes, now }) : [];
    return new Set([...members, ...keys].map((hash) => hash.toString('hex')));
  });
};
