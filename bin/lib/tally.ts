import type { TestEvent } from 'node:test/reporters';

/**
 * A reporter for `node --test`: one line `passed failed skipped` for a whole run, which `bin/test` adds up.
 * Tests that were cancelled (a hook failed, the file hung) did not pass, so they count as failed.
 */
// oxlint-disable-next-line import/no-default-export -- node takes a reporter by its default export
export default async function* tally(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:summary' || data.file !== undefined) continue;
    const { passed, skipped, todo, tests } = data.counts;
    yield `${passed} ${tests - passed - skipped - todo} ${skipped + todo}\n`;
  }
}
