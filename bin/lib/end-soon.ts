import { isMainThread } from 'node:worker_threads';

// Loaded before each test file. What a failed set-up has left open would keep its process, and the whole run, until the
// limit of the part: then no test of the part is counted.
const longestEnd = Number(process.env['TEST_LONGEST_END'] ?? 120_000);

function endsSoon(): void {
  setTimeout(() => {
    console.error('The tests are done, but something of theirs is still open:', process.getActiveResourcesInfo());
    process.exit(1);
  }, longestEnd).unref();
}

// Processes and threads that tests start are loaded with the same options, and are none of ours.
if (isMainThread && process.argv[1]?.endsWith('.test.ts')) (await import('node:test')).after(endsSoon);
