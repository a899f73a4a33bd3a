import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

// Runs in a process of its own, because other tests have loaded the package already.
const program = `
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'ai') throw new Error('The package cannot be read.');
      return next(specifier, context);
    },
  });
  const { sdkAttempt } = await import(${JSON.stringify(new URL('sdk-attempt.ts', import.meta.url).href)});
  const attempted = await sdkAttempt({})({ instructions: '', material: '' }, new AbortController().signal);
  console.log(JSON.stringify(attempted));`;

test('a package that cannot be loaded is an outage, and costs nothing', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  const { kind, why, tokens } = JSON.parse(stdout);
  assert.deepEqual({ kind, why, tokens }, { kind: 'failed', why: 'unavailable', tokens: { input: 0, output: 0 } });
});
