import type { SimulationRequest } from '@desk/contract/simulation';
import type { Scope } from '../../access/index.ts';
import { roleRequired } from '../../platform/http/errors.ts';

/**
 * Refuses live reads to members. The caller names the customer and could read anybody's account, so a live read needs the same role
 * as a live test of a template. Throws 403.
 */
export function refuseLiveReads({ role }: Scope, { lookups }: Pick<SimulationRequest, 'lookups'>): void {
  if (lookups === 'live' && role === 'member') throw roleRequired('workspace_admin');
}
