import { setImmediate as breathe } from 'node:timers/promises';
import type { Overlay } from '@desk/contract/simulation';
import type { SuiteCase } from '@desk/contract/suite';
import { record, type Scope } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { AppError, conflict, roleRequired } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/transaction.ts';
import { loadSettings } from '../../settings/index.ts';
import { rehearseCase } from '../runs/rehearse-case.ts';
import { expectsSomething } from '../suite/case.logic.ts';
import { findSuite } from '../suite/suite.store.ts';
import { brokenBy, casesOfGate, decidingSettings, type Broken, type GateCase } from './gate.logic.ts';

/** A change to be saved. `override` is the reason to save it even if it breaks the gate. */
export interface Proposal {
  overlay: Overlay;
  /** Restores the whole policy of this revision. */
  policyRevision?: number;
  override: string | undefined;
  /** Makes the change and rolls it back. Throws the errors of saving it. */
  attempt: () => Promise<void>;
}

/** Records that a change was saved although it breaks the gate. The transaction that saves the change calls it. */
type NoteOverride = (tx: Tx) => void;

/** More cases would delay saving too long. */
const mostCases = 500;

/**
 * With `publish_gate` on, rehearses the suite under a change before it is saved. Throws 409 `gate_failed` with the regressions; an
 * admin of the organization can override it with a reason, which the result records. Before the rehearsal it throws the errors of
 * saving, so that nobody waits for the rehearsal of a change that cannot be saved.
 */
export async function passGate(desk: Desk, scope: Scope, proposal: Proposal): Promise<NoteOverride> {
  const { override, attempt } = proposal;
  const { gate, cases } = await inScope(desk.db, scope, async (tx) => ({
    gate: (await loadSettings(tx, scope)).publish_gate,
    cases: (await findSuite(tx, scope))?.cases ?? [],
  }));
  if (!gate.enabled || !affectsDecisions(proposal)) return nothingToNote;
  const selected = casesOfGate(
    cases.filter((each) => each.enabled && expectsSomething(each)),
    mostCases,
  );
  if (selected.length === 0) return nothingToNote;
  await attempt();
  const tried = await tryOut(desk, scope, proposal, selected);
  const broken = tried && brokenBy(tried, gate);
  if (!broken) return nothingToNote;
  if (override === undefined) throw gateFailed(broken);
  if (scope.role !== 'org_admin') throw roleRequired('org_admin');
  return (tx) =>
    record(desk, tx, scope, {
      action: 'publish_gate.overridden',
      subject: { type: 'publish_gate', id: scope.organizationId },
      changes: { reason: { to: override }, regressions: { to: broken.regressions.map(({ case_id }) => case_id) } },
    });
}

const nothingToNote: NoteOverride = () => {};

const affectsDecisions = ({ overlay: { settings, rules, destinations, tags }, policyRevision }: Proposal): boolean =>
  policyRevision !== undefined ||
  [rules, destinations, tags].some((list) => list && list.length > 0) ||
  decidingSettings.some((name) => settings && name in settings);

const gateFailed = ({ regressions, score, because }: Broken) =>
  conflict('gate_failed', sentence`The change does not pass the publish gate.`, { regressions, score, because });

/** Returns null if the change has become invalid meanwhile, because something that it names was deleted. Saving then reports it. */
async function tryOut(
  desk: Desk,
  scope: Scope,
  { overlay, policyRevision }: Omit<Proposal, 'attempt'>,
  cases: SuiteCase[],
): Promise<GateCase[] | null> {
  const tried: GateCase[] = [];
  for (const rehearsed of cases) {
    const after = await rehearseCase(desk, scope, rehearsed, { overlay, policyRevision, engine: 'embedded' }).catch(
      refusalOf,
    );
    if (!after) return null;
    const before =
      after.verdict === 'pass'
        ? null
        : await rehearseCase(desk, scope, rehearsed, { overlay: null, engine: 'embedded' });
    tried.push({ rehearsed, after, before });
    await breathe();
  }
  return tried;
}

function refusalOf(error: unknown): null {
  if (error instanceof AppError && [404, 409, 422].includes(error.status)) return null;
  throw error;
}
