import { claimsIn, type TitledText } from '../claims/claims.ts';
import type { Claim } from '../claims/claim.logic.ts';

/** A bound for memory: with its claims, a passage of 1,200 characters takes some 40 kB. */
const mostPassages = 500;
const mostCharacters = 4_000;

const known = new Map<string, Claim[]>();

/**
 * The claims of a passage. Reading them is a third of an examination, and a passage is read again when its document is compared
 * with others, and whenever another document is compared with it.
 */
export function knownClaims(passage: TitledText, language: string): Claim[] {
  const { title, heading_path: path, text } = passage;
  if (text.length > mostCharacters) return claimsIn(passage, language);
  const key = JSON.stringify([language, title, path, text]);
  const claims = known.get(key) ?? claimsIn(passage, language);
  // The least recently used one comes first.
  known.delete(key);
  known.set(key, claims);
  for (const [oldest] of known) {
    if (known.size <= mostPassages) break;
    known.delete(oldest);
  }
  return claims;
}
