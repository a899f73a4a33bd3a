import { isMainThread } from 'node:worker_threads';

// Loaded before each test file. Resources that a failed set-up leaves open would keep its process alive, and with it the whole run,
// until the time limit of the part, after which no test of the part is counted.
const longestEnd = Number(process.env['TEST_LONGEST_END'] ?? 120_000);

function endsSoon(): void {
  setTimeout(() => {
    console.error('The tests are done, but something of theirs is still open:', process.getActiveResourcesInfo());
    process.exit(1);
  }, longestEnd).unref();
}

// Skip processes and threads that tests start: they inherit the same options.
if (isMainThread && process.argv[1]?.endsWith('.test.ts')) (await import('node:test')).after(endsSoon);
