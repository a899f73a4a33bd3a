import assert from 'node:assert/strict';
import type { Caller } from './world.ts';

/** Refreshes the analysis until its findings are up to date, and returns it: on a busy machine a refresh may end before. */
export async function examined(caller: Caller): Promise<any> {
  for (let tries = 0; tries < 100; tries++) {
    const analysis = await caller.gets('/api/knowledge/analysis?refresh=true');
    if (analysis.findings_current) return analysis;
  }
  return assert.fail('the examination does not end');
}
