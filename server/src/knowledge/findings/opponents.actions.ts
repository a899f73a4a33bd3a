import type { Desk } from '../../platform/desk.ts';
import type { OrganizationScope } from '../../platform/transaction.ts';
import { claimsIn } from './claims.ts';
import type { Claim } from './claims.logic.ts';
import { contradictionsOf } from './comparison.logic.ts';
import type { Found } from './finding.logic.ts';
import { namesAmong } from './names.ts';
import { mayBeNames, namedApart } from './names.logic.ts';
import { rivalsOf } from './rivals.actions.ts';

interface Claiming {
  id: string;
  version: number;
  title: string;
  language: string;
  claims: readonly Claim[];
}

/** What a document contradicts in others; those whose titles name other things may say other things. */
export async function oppositionTo(desk: Desk, scope: OrganizationScope, own: Claiming): Promise<Found[]> {
  const { title, language } = own;
  const rivals = await rivalsOf(desk, scope, own, own.claims);
  const sides = rivals.map((rival) => ({
    id: rival.document_id,
    version: rival.version,
    title: rival.title,
    claims: claimsIn(rival, language),
  }));
  const opposed = sides.filter((side) => contradictionsOf(own, [side]).length > 0);
  const words = new Set([own, ...opposed].flatMap((side) => mayBeNames(side.title, language)));
  const names = opposed.length === 0 ? new Set<string>() : await namesAmong(desk, scope, words, language);
  const named = (text: string) => mayBeNames(text, language).filter((word) => names.has(word));
  return contradictionsOf(
    own,
    opposed.filter((side) => !namedApart(named(title), named(side.title))),
  );
}
