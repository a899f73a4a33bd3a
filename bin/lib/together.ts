import { relative } from 'node:path';
import { describe, test } from 'node:test';

/** Runs the tests of several files in this process, each file with its own hooks. One that cannot be loaded is a failed test. */
export function runTogether(files: readonly string[]): void {
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
