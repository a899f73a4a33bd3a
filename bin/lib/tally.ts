import { relative } from 'node:path';
import { inspect } from 'node:util';
import type { TestEvent } from 'node:test/reporters';

/**
 * A reporter for `node --test`, whose output `bin/test` reads. It prints each failure with its error in a few lines, and at the end
 * one line `tally passed failed skipped` for the whole run. Cancelled tests (a hook failed, the file hung) count as failed.
 */
// oxlint-disable-next-line import/no-default-export -- node takes a reporter by its default export
export default async function* tally(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type === 'test:fail') yield failure(data);
    if (type !== 'test:summary' || data.file !== undefined) continue;
    const { passed, skipped, todo, tests } = data.counts;
    yield `tally ${passed} ${tests - passed - skipped - todo} ${skipped + todo}\n`;
  }
}

function failure({ name, file, line, details: { error } }: Extract<TestEvent, { type: 'test:fail' }>['data']): string {
  // A suite fails with its first failed test, which is reported by itself.
  if ('failureType' in error && error.failureType === 'subtestsFailed') return '';
  const place = file === undefined ? '' : ` (${relative('', file)}:${line ?? 1})`;
  const lines = inspect(error.cause ?? error, { depth: 3 })
    .split('\n')
    .slice(0, 30);
  return `✖ ${name}${place}\n${lines.map((text) => `    ${text.slice(0, 300)}\n`).join('')}`;
}
