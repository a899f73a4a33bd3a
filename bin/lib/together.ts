import { relative } from 'node:path';
import { after, describe, test } from 'node:test';

let isShared = false;
const closers = new Set<() => Promise<void>>();

/** Runs the tests of several files in this process, each file with its own hooks. A file that cannot be loaded is a failed test. */
export function runTogether(files: readonly string[]): void {
  isShared = true;
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
  after(async () => {
    for (const close of closers) await close();
  });
}

/** Closes a resource that files share: after the last file of this process, or now if there is only one file. */
export async function closeAfterAllFiles(close: () => Promise<void>): Promise<void> {
  if (!isShared) return close();
  closers.add(close);
}
