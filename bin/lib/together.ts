import { relative } from 'node:path';
import { after, describe, test } from 'node:test';

const longestEnd = 30_000;

/** Runs the tests of several files in this process, each file with its own hooks. One that cannot be loaded is a failed test. */
export function runTogether(files: readonly string[]): void {
  after(endsSoon);
  for (const file of files) {
    describe(relative('', file), async () => {
      try {
        await import(file);
      } catch (error) {
        test('the file is loaded', () => {
          throw error;
        });
      }
    });
  }
}

/** A server that a failed test has left open would keep the process, and CI, until the limit of the whole part. */
function endsSoon(): void {
  setTimeout(() => {
    console.error('The tests are done, but something of theirs is still open:', process.getActiveResourcesInfo());
    process.exit(1);
  }, longestEnd).unref();
}
