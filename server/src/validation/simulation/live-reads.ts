import type { SimulationRequest } from '@desk/contract/simulation';
import type { Scope } from '../../access/index.ts';
import { roleRequired } from '../../platform/http/errors.ts';

/**
 * The caller names the customer, and could read anybody's account: a live read asks for the role that a live test of a template
 * asks for. Throws 403.
 */
export function refuseLiveReads({ role }: Scope, { lookups }: Pick<SimulationRequest, 'lookups'>): void {
  if (lookups === 'live' && role === 'member') throw roleRequired('workspace_admin');
}
