import type { Destination, RoutingPolicy, Tag } from '@desk/contract/routing';
import type { Rule } from '@desk/contract/rules';
import type { Desk } from '../../platform/desk.ts';
import { notFound } from '../../platform/http/errors.ts';
import { isId } from '../../platform/process/ids.ts';
import { badCursor, byName, decodeCursor, namePage, pageOf, type PageQuery } from '../../platform/http/page.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { findDestination, pageOfDestinations } from '../policy/destinations.store.ts';
import { listDestinationsWithQueue } from '../policy/load-policy.ts';
import { readRevision } from '../policy/policy.store.ts';
import { surroundings, type RuleNeighbours } from './rules.actions.ts';
import { warningsOfDestinations } from '../lint/lint-policy.logic.ts';
import { viewDestination, viewRule, viewTag } from './policy.view.ts';
import { findRule, listRules, pageOfRules, type RulePage } from '../policy/rules.store.ts';
import { findTag, listTags, pageOfTags } from '../policy/tags.store.ts';

interface PageOf<Item> {
  items: Item[];
  next_cursor: string | null;
}

export const showTags = (desk: Desk, scope: OrganizationScope, query: PageQuery): Promise<PageOf<Tag>> =>
  inScope(desk.db, scope, async (tx) => {
    const page = namePage(query);
    const { rows, next_cursor } = pageOf(await pageOfTags(tx, scope, page), page.limit, byName);
    return { items: rows.map(viewTag), next_cursor };
  });

export const showDestinations = (
  desk: Desk,
  scope: OrganizationScope,
  query: PageQuery,
): Promise<PageOf<Destination>> =>
  inScope(desk.db, scope, async (tx) => {
    await listDestinationsWithQueue(tx, scope);
    const page = namePage(query);
    const { rows, next_cursor } = pageOf(await pageOfDestinations(tx, scope, page), page.limit, byName);
    return { items: rows.map(viewDestination), next_cursor };
  });

export const showRules = (
  desk: Desk,
  scope: OrganizationScope,
  { query, neighbours }: { query: PageQuery; neighbours: RuleNeighbours },
): Promise<PageOf<Rule>> =>
  inScope(desk.db, scope, async (tx) => {
    const { limit } = query;
    const after = rulePosition(query.cursor);
    const { rows, next_cursor } = pageOf(await pageOfRules(tx, scope, { limit, after }), limit, (row) => [
      row.priority,
      row.id,
    ]);
    const around = await surroundings(tx, scope, neighbours);
    return { items: rows.map((row) => viewRule(row, around)), next_cursor };
  });

export const showTag = (desk: Desk, scope: OrganizationScope, id: string): Promise<Tag> =>
  inScope(desk.db, scope, async (tx) => viewTag(existing(await findTag(tx, scope, id))));

export const showDestination = (desk: Desk, scope: OrganizationScope, id: string): Promise<Destination> =>
  inScope(desk.db, scope, async (tx) => viewDestination(existing(await findDestination(tx, scope, id))));

export const showRule = (
  desk: Desk,
  scope: OrganizationScope,
  { id, neighbours }: { id: string; neighbours: RuleNeighbours },
): Promise<Rule> =>
  inScope(desk.db, scope, async (tx) =>
    viewRule(existing(await findRule(tx, scope, id)), await surroundings(tx, scope, neighbours)),
  );

export const showPolicy = (desk: Desk, scope: OrganizationScope, neighbours: RuleNeighbours): Promise<RoutingPolicy> =>
  inScope(desk.db, scope, async (tx) => {
    await listDestinationsWithQueue(tx, scope);
    const around = await surroundings(tx, scope, neighbours);
    const rules = (await listRules(tx, scope)).map((row) => viewRule(row, around));
    return {
      revision: await readRevision(tx, scope),
      tags: (await listTags(tx, scope)).map(viewTag),
      destinations: around.destinations.map(viewDestination),
      rules,
      warnings: [...rules.flatMap((rule) => rule.warnings), ...warningsOfDestinations(around)],
    };
  });

function rulePosition(cursor: string | undefined): RulePage['after'] {
  const position = decodeCursor(cursor, 2);
  if (position === null) return null;
  const [priority, id] = position;
  if (!Number.isSafeInteger(priority) || typeof id !== 'string' || !isId(id)) throw badCursor();
  return { priority: Number(priority), id };
}

function existing<Row>(row: Row | undefined): Row {
  if (!row) throw notFound();
  return row;
}
