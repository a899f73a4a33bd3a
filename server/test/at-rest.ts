import assert from 'node:assert/strict';
import { eventually } from './story/stage.ts';
import type { TestServer } from './server.ts';

/** Waits until no job runs or is due within ten minutes: in this organization, in this queue, or anywhere. */
export function atRest({ desk }: TestServer, of: { organizationId?: string; queue?: string } = {}): Promise<void> {
  return eventually(async () => {
    const { rows } = await desk.db.owner.query(
      `select name, state, start_after from pgboss.job
       where state in ('created', 'retry', 'active') and start_after < clock_timestamp() + interval '10 minutes'
         and ($1::text is null or data->>'organizationId' = $1) and ($2::text is null or name = $2)`,
      [of.organizationId ?? null, of.queue ?? null],
    );
    assert.deepEqual(rows, []);
  }, 300_000);
}
