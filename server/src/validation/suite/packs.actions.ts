import type { PackName, SuiteCase, WrittenCase } from '@desk/contract/suite';
import { packs } from '@desk/contract/suite';
import type { Acting } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { pageOfWhole, type PageQuery } from '../../platform/http/page.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { redTeam } from '../red-team/red-team.ts';
import { addCases, showSuite } from './suite.actions.ts';

const contents: Record<PackName, { description: string; cases: readonly WrittenCase[] }> = { 'red-team': redTeam };

/** Lists the packs of the product, and how many of their cases the suite contains. Throws 422 for a bad cursor. */
export async function showPacks(desk: Desk, scope: OrganizationScope, query: PageQuery) {
  const { cases } = await showSuite(desk, scope);
  const all = packs.map((name) => ({
    name,
    description: contents[name].description,
    cases: contents[name].cases.length,
    loaded: present(cases, name).length,
  }));
  return pageOfWhole(all, query, ({ name }) => name);
}

const present = (cases: readonly SuiteCase[], pack: PackName) => {
  const there = new Set(cases.map(({ id }) => id));
  return contents[pack].cases.filter(({ id }) => id !== undefined && there.has(id));
};

/** Adds the cases of a pack that the suite does not contain yet. Throws 422 if the suite would have too many cases. */
export async function loadPack(desk: Desk, acting: Acting, pack: PackName) {
  const all = contents[pack].cases.map((each) => ({ ...each, provenance: { pack } }));
  const { cases, version } = await addCases(desk, acting, all, { skipTaken: true });
  return { added: cases.length, present: all.length - cases.length, suite_version: version };
}
