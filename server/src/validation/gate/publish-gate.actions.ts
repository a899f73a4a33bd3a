import { setImmediate as breathe } from 'node:timers/promises';
import type { Overlay } from '@desk/contract/simulation';
import type { SuiteCase } from '@desk/contract/suite';
import { record, type Scope } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { AppError, conflict, roleRequired } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inScope, inScopeRolledBack } from '../../platform/database/transaction.ts';
import { lockPolicy, readRevision } from '../../routing/index.ts';
import { loadSettings, lockSettings } from '../../settings/index.ts';
import { rehearseCase } from '../runs/rehearse-case.ts';
import { expectsSomething } from '../suite/case.logic.ts';
import { findSuite } from '../suite/suite.store.ts';
import { brokenBy, casesOfGate, decidingSettings, type Broken, type GateCase, type GateTerms } from './gate.logic.ts';

/** What a change makes different. `override` is the reason to save it even if it breaks the gate. */
interface Proposed {
  overlay: Overlay;
  /** Restores the whole policy of this revision. */
  policyRevision?: number;
  override: string | undefined;
}

/** A change to be saved. */
export interface Proposal<T> extends Proposed {
  /** Makes the change in a transaction. Throws the errors of saving it. */
  change: (tx: Tx) => Promise<T>;
}

/** Records that a change was saved although it breaks the gate. The transaction that saves the change calls it. */
type NoteOverride = (tx: Tx) => void;

/** More cases would delay saving too long. */
const mostCases = 500;

/** So often others may save something while the suite is rehearsed under the change. */
const mostRehearsals = 5;

/**
 * Saves a change. With `publish_gate` on, it rehearses the suite under the change before: throws 409 `gate_failed` with the regressions;
 * an admin of the organization can override it with a reason, which is recorded. What others have saved meanwhile may break the suite
 * together with this change, so the suite is then rehearsed again.
 */
export async function passGate<T>(desk: Desk, scope: Scope, proposal: Proposal<T>): Promise<T> {
  for (let rehearsals = 0; rehearsals < mostRehearsals; rehearsals += 1) {
    const done = await saveIfPassing(desk, scope, proposal);
    if (done) return done.saved;
  }
  throw conflict('conflict', sentence`Others keep changing rules or settings at the same time. Try again in a moment.`);
}

/** Returns null if the policy or the settings have changed since the rehearsal began. */
async function saveIfPassing<T>(desk: Desk, scope: Scope, proposal: Proposal<T>): Promise<{ saved: T } | null> {
  const { change } = proposal;
  const { gate, terms, cases } = await inScope(desk.db, scope, async (tx) => {
    const { publish_gate, version } = await loadSettings(tx, scope);
    const terms = { version, revision: await readRevision(tx, scope) };
    return { gate: publish_gate, terms, cases: (await findSuite(tx, scope))?.cases ?? [] };
  });
  const guarded = gate.enabled && affectsDecisions(proposal) ? cases : [];
  const selected = casesOfGate(
    guarded.filter((each) => each.enabled && expectsSomething(each)),
    mostCases,
  );
  if (selected.length === 0) return { saved: await inScope(desk.db, scope, change) };
  // Before the rehearsal, so that nobody waits for that of a change that cannot be saved.
  await inScopeRolledBack(desk.db, scope, change);
  const noteOverride = await rehearseSuite(desk, scope, { proposal, gate, cases: selected });
  return inScope(desk.db, scope, async (tx) => {
    const revision = await lockPolicy(tx, scope);
    const { version } = await lockSettings(tx, scope);
    if (revision !== terms.revision || version !== terms.version) return null;
    noteOverride(tx);
    return { saved: await change(tx) };
  });
}

interface Rehearsing {
  proposal: Proposed;
  gate: GateTerms;
  cases: SuiteCase[];
}

async function rehearseSuite(desk: Desk, scope: Scope, { proposal, gate, cases }: Rehearsing): Promise<NoteOverride> {
  const tried = await tryOut(desk, scope, proposal, cases);
  const broken = tried && brokenBy(tried, gate);
  if (!broken) return nothingToNote;
  if (proposal.override === undefined) throw gateFailed(broken);
  if (scope.role !== 'org_admin') throw roleRequired('org_admin');
  return (tx) =>
    record(desk, tx, scope, {
      action: 'publish_gate.overridden',
      subject: { type: 'publish_gate', id: scope.organizationId },
      changes: {
        reason: { to: proposal.override },
        regressions: { to: broken.regressions.map(({ case_id }) => case_id) },
      },
    });
}

const nothingToNote: NoteOverride = () => {};

const affectsDecisions = ({ overlay: { settings, rules, destinations, tags }, policyRevision }: Proposed): boolean =>
  policyRevision !== undefined ||
  [rules, destinations, tags].some((list) => list && list.length > 0) ||
  decidingSettings.some((name) => settings && name in settings);

const gateFailed = ({ regressions, score, because }: Broken) =>
  conflict('gate_failed', sentence`The change does not pass the publish gate.`, { regressions, score, because });

/** Returns null if the change has become invalid meanwhile, because something that it names was deleted. Saving then reports it. */
async function tryOut(
  desk: Desk,
  scope: Scope,
  { overlay, policyRevision }: Proposed,
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
