import { sha256 } from '../../platform/secrets/signatures.ts';
import type { ServiceShape } from './openapi.logic.ts';

/** Hashes canonical JSON without the summaries, so that a new wording is no change. */
export function hashOf({ operations, servers }: ServiceShape): string {
  const bare = operations.map(({ summary: _words, ...operation }) => operation);
  return sha256(JSON.stringify(sorted({ operations: bare, servers }))).toString('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  );
}
