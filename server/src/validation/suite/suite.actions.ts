import { mostCases, type ReplaceSuite, type Suite, type SuiteCase, type WrittenCase } from '@desk/contract/suite';
import { record, type Acting } from '../../access/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import { canonicalJson } from '../../platform/canonical-json.logic.ts';
import type { Desk } from '../../platform/desk.ts';
import {
  conflict,
  invalid,
  notFound,
  preconditionRequired,
  refuseFaults,
  requireVersion,
  type ExpectedVersion,
} from '../../platform/http/errors.ts';
import { decodeCursor, pageOf, type PageQuery } from '../../platform/http/page.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { newId } from '../../platform/process/ids.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { patternFault } from '../../routing/index.ts';
import { caseFrom, faultsOfCases, faultsOfPatterns } from './case.logic.ts';
import {
  findSuite,
  findSuiteVersionNumber,
  findVersion,
  listVersions,
  lockSuite,
  saveSuite,
  type SuiteRow,
} from './suite.store.ts';

/** The content of If-Match. `absent` differs from a star. */
export interface Precondition {
  absent: boolean;
  version: ExpectedVersion;
}

export const showSuite = (desk: Desk, scope: OrganizationScope): Promise<Suite> =>
  inScope(desk.db, scope, async (tx) => viewSuite(await findSuite(tx, scope)));

/** Throws 404 for a version that is no longer stored. */
export const showVersion = (desk: Desk, scope: OrganizationScope, version: number): Promise<Suite> =>
  inScope(desk.db, scope, async (tx) => {
    const row = await findVersion(tx, scope, version);
    if (!row) throw notFound();
    return viewSuite(row);
  });

/** Throws 422 for a bad cursor. */
export const showVersions = (desk: Desk, scope: OrganizationScope, { limit, cursor }: PageQuery) =>
  inScope(desk.db, scope, async (tx) => {
    const [before = null] = decodeCursor(cursor, 1) ?? [];
    const found = await listVersions(tx, scope, { before: before === null ? null : Number(before), limit });
    const { rows, next_cursor } = pageOf(found, limit, ({ version }) => [version]);
    return {
      items: rows.map(({ version, name, cases, saved_at, saved_by: { id, name: author } }) => ({
        version,
        name,
        cases,
        saved_at: saved_at.toISOString(),
        saved_by: { id, name: author },
      })),
      next_cursor,
    };
  });

export const showCase = (desk: Desk, scope: OrganizationScope, id: string): Promise<SuiteCase> =>
  inScope(desk.db, scope, async (tx) => {
    const found = (await findSuite(tx, scope))?.cases.find((each) => each.id === id);
    if (!found) throw notFound();
    return found;
  });

/** Runs before the body is checked: a caller who would overwrite an unseen version gets 412, even for an invalid body. */
export const refuseUnseen = (desk: Desk, scope: OrganizationScope, given: Precondition): Promise<void> =>
  inScope(desk.db, scope, async (tx) => checkPrecondition(await findSuiteVersionNumber(tx, scope), given));

function checkPrecondition(version: number, given: Precondition): void {
  requireVersion({ version }, given.version);
  if (given.absent && version > 0)
    throw preconditionRequired(sentence`The suite exists: name its version in If-Match, or *.`);
}

interface SuiteReplacement {
  given: Precondition;
  body: ReplaceSuite;
}

/** Saves the whole suite as its next version. Throws 412, 428, and 422 with a pointer to each invalid case. */
export const replaceSuite = (desk: Desk, acting: Acting, replacement: SuiteReplacement): Promise<Suite> =>
  inScope(desk.db, acting, async (tx) => {
    const before = await lockSuite(tx, acting);
    return viewSuite(await saveNext(desk, tx, acting, { before, ...nextOf(desk, before, replacement) }));
  });

/** Returns what `replaceSuite` would save, or throws its errors. Saves nothing and keeps the current version. */
export const tryReplacement = (desk: Desk, scope: OrganizationScope, replacement: SuiteReplacement): Promise<Suite> =>
  inScope(desk.db, scope, async (tx) => {
    const before = await findSuite(tx, scope);
    return { ...viewSuite(before), ...nextOf(desk, before, replacement) };
  });

function nextOf(desk: Desk, before: SuiteRow | undefined, { given, body }: SuiteReplacement) {
  const written = body.cases ?? [];
  const faults = faultsOfCases(written, patternFault);
  refuseFaults(faults);
  checkPrecondition(before?.version ?? 0, given);
  return { name: body.name ?? before?.name ?? 'Suite', cases: withIds(desk, written) };
}

function withIds(desk: Desk, written: readonly WrittenCase[]): SuiteCase[] {
  const now = desk.clock.now().getTime();
  return written.map((each) => caseFrom(each, each.id ?? newId(now)));
}

/** Appends cases. Throws 409 for a taken id unless such cases are skipped, 422 for an invalid pattern or too many cases. */
export async function addCases(
  desk: Desk,
  acting: Acting,
  written: readonly WrittenCase[],
  { skipTaken = false } = {},
): Promise<{ cases: SuiteCase[]; version: number }> {
  const faults = written.flatMap((each) => faultsOfPatterns(each, '', patternFault));
  refuseFaults(faults);
  return inScope(desk.db, acting, async (tx) => {
    const before = await lockSuite(tx, acting);
    const there = before?.cases ?? [];
    const taken = new Set(there.map(({ id }) => id));
    const wanted = withIds(desk, written);
    const cases = wanted.filter(({ id }) => !taken.has(id));
    if (cases.length < wanted.length && !skipTaken)
      throw conflict('already_exists', sentence`The suite already has a case with this id.`);
    if (there.length + cases.length > mostCases)
      throw invalid('/cases', sentence`a suite holds at most ${mostCases} cases`);
    const name = before?.name ?? 'Suite';
    const saved = await saveNext(desk, tx, acting, { before, name, cases: [...there, ...cases] });
    return { cases, version: saved.version };
  });
}

/** Throws 404, and 412 if the suite's version is not `expectedVersion`. */
export const dropCase = (
  desk: Desk,
  acting: Acting,
  { id, expectedVersion }: { id: string; expectedVersion: ExpectedVersion },
): Promise<void> =>
  inScope(desk.db, acting, async (tx) => {
    const before = await lockSuite(tx, acting);
    if (!before?.cases.some((each) => each.id === id)) throw notFound();
    checkPrecondition(before.version, { absent: false, version: expectedVersion });
    const cases = before.cases.filter((each) => each.id !== id);
    await saveNext(desk, tx, acting, { before, name: before.name, cases });
  });

interface NextSuite {
  before: SuiteRow | undefined;
  name: string;
  cases: SuiteCase[];
}

async function saveNext(desk: Desk, tx: Tx, acting: Acting, { before, name, cases }: NextSuite): Promise<SuiteRow> {
  if (before && before.name === name && canonicalJson(before.cases) === canonicalJson(cases)) return before;
  const version = (before?.version ?? 0) + 1;
  const row = await saveSuite(tx, acting, { version, name, cases, at: desk.clock.now(), by: acting.actor });
  record(desk, tx, acting, {
    action: 'suite.saved',
    subject: { type: 'suite', id: acting.organizationId, name },
    changes: {
      version: { from: before?.version ?? null, to: version },
      cases: { from: before?.cases.length ?? null, to: cases.length },
    },
  });
  return row;
}

/** Shows an empty suite of version 0 if none was saved yet. */
const viewSuite = (row: SuiteRow | undefined): Suite => ({
  version: row?.version ?? 0,
  name: row?.name ?? 'Suite',
  cases: row?.cases ?? [],
  updated_at: row?.saved_at.toISOString() ?? null,
});
