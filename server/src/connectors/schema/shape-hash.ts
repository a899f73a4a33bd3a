import { canonicalJson } from '../../platform/canonical-json.logic.ts';
import { sha256 } from '../../platform/secrets/signatures.ts';
import type { ServiceShape } from './openapi.logic.ts';

/** Hashes the shape without the summaries, so that a new wording is no change. */
export function hashOf({ operations, servers }: ServiceShape): string {
  const bare = operations.map(({ summary: _words, ...operation }) => operation);
  return sha256(canonicalJson({ operations: bare, servers })).toString('hex');
}
