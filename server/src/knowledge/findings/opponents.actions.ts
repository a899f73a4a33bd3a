import type { Desk } from '../../platform/desk.ts';
import type { OrganizationScope } from '../../platform/transaction.ts';
import { claimsIn } from './claims.ts';
import type { Claim } from './claims.logic.ts';
import { contradictionsOf } from './comparison.logic.ts';
import type { Found } from './finding.logic.ts';
import { namesAmong } from './names.ts';
import { mayBeNames, namedApart } from './names.logic.ts';
import type { Rival } from './rivals.actions.ts';
import { slotted } from './alternatives.logic.ts';

interface Claiming {
  id: string;
  version: number;
  title: string;
  language: string;
  claims: readonly Claim[];
}

const saidIn = (claims: readonly Claim[]) => new Set(claims.flatMap(({ subject }) => [...subject]));
const titledBy = ({ title: name, claims }: Pick<Claiming, 'title' | 'claims'>) => ({
  name,
  title: claims[0]?.title ?? new Set<string>(),
  said: saidIn(claims),
});

/** What a document contradicts in others; those whose titles name other things may say other things. */
export async function oppositionTo(
  desk: Desk,
  scope: OrganizationScope,
  own: Claiming,
  rivals: readonly Rival[],
): Promise<Found[]> {
  const { title, language } = own;
  const sides = rivals.map((rival) => ({
    id: rival.document_id,
    version: rival.version,
    title: rival.title,
    claims: claimsIn(rival, language),
  }));
  const said = Map.groupBy(sides, ({ id }) => id);
  const opposed = sides.filter(
    (side) =>
      contradictionsOf(own, [side]).length > 0 &&
      !slotted(titledBy(own), titledBy({ ...side, claims: (said.get(side.id) ?? []).flatMap(({ claims }) => claims) })),
  );
  const words = new Set([own, ...opposed].flatMap((side) => mayBeNames(side.title, language)));
  const names = opposed.length === 0 ? new Set<string>() : await namesAmong(desk, scope, words, language);
  const named = (text: string) => mayBeNames(text, language).filter((word) => names.has(word));
  return contradictionsOf(
    own,
    opposed.filter((side) => !namedApart(named(title), named(side.title))),
  );
}
