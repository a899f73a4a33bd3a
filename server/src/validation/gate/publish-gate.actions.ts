import { setImmediate as breathe } from 'node:timers/promises';
import type { Overlay } from '@desk/contract/simulation';
import type { SuiteCase } from '@desk/contract/suite';
import { record, type Scope } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { AppError, conflict, roleRequired } from '../../platform/http/errors.ts';
import { inScope } from '../../platform/database/transaction.ts';
import { loadSettings } from '../../settings/index.ts';
import { rehearseCase } from '../runs/rehearse-case.ts';
import { expectsSomething } from '../suite/case.logic.ts';
import { findSuite } from '../suite/suite.store.ts';
import { brokenBy, casesOfGate, decidingSettings, type Broken, type Tried } from './gate.logic.ts';

/** A change that is about to be saved, and why it is to be saved even if it breaks the gate. */
export interface Proposal {
  overlay: Overlay;
  /** The whole policy as it was at this revision. */
  policyRevision?: number;
  override: string | undefined;
}

/** More would let the one who saves wait for too long. */
const mostCases = 500;

/**
 * With `publish_gate` on, rehearses the suite under a change before it is saved. Throws 409 `gate_failed` with the regressions;
 * an admin of the organization goes on with a reason, which is audited. A change that could not be saved anyway is let through:
 * saving refuses it in its own words.
 */
export async function passGate(desk: Desk, scope: Scope, proposal: Proposal): Promise<void> {
  const { override } = proposal;
  const { gate, cases } = await inScope(desk.db, scope, async (tx) => ({
    gate: (await loadSettings(tx, scope)).publish_gate,
    cases: (await findSuite(tx, scope))?.cases ?? [],
  }));
  if (!gate.enabled || !decides(proposal)) return;
  const asked = casesOfGate(
    cases.filter((each) => each.enabled && expectsSomething(each)),
    mostCases,
  );
  if (asked.length === 0) return;
  const tried = await tryOut(desk, scope, proposal, asked);
  const broken = tried && brokenBy(tried, gate);
  if (!broken) return;
  if (override === undefined) throw gateFailed(broken);
  if (scope.role !== 'org_admin') throw roleRequired('org_admin');
  await inScope(desk.db, scope, async (tx) =>
    record(desk, tx, scope, {
      action: 'publish_gate.overridden',
      subject: { type: 'publish_gate', id: scope.organizationId },
      changes: { reason: { to: override }, regressions: { to: broken.regressions.map(({ case_id }) => case_id) } },
    }),
  );
}

const decides = ({ overlay: { settings, rules, destinations, tags }, policyRevision }: Proposal): boolean =>
  policyRevision !== undefined ||
  [rules, destinations, tags].some((list) => list && list.length > 0) ||
  decidingSettings.some((name) => settings && name in settings);

const gateFailed = ({ regressions, score, because }: Broken) =>
  conflict('gate_failed', 'The change would break the publish gate.', { regressions, score, because });

/** Null when it cannot be tried, since it could not be saved. */
async function tryOut(
  desk: Desk,
  scope: Scope,
  { overlay, policyRevision }: Proposal,
  cases: SuiteCase[],
): Promise<Tried[] | null> {
  const tried: Tried[] = [];
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
  if (error instanceof AppError && (error.status === 422 || error.status === 404)) return null;
  throw error;
}
