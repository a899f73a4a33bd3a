import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setStage, type Stage } from '../story/stage.ts';
import { spawnFrontdesk } from './tool.ts';

let stage: Stage;
let url: string;
let key: string;
const folder = mkdtempSync(join(tmpdir(), 'desk-suite-'));
before(async () => {
  stage = await setStage();
  const { ada, wim } = stage.world;
  url = `http://127.0.0.1:${(stage.server.app.server.address() as { port: number }).port}`;
  key = (await ada.posts('/api/api-keys', { name: 'ci', role: 'workspace_admin' })).key;
  const ask = (id: string, outcome: string) => ({
    id,
    turns: [{ customer: 'How can I reset my password?' }],
    expect: { outcome },
  });
  const suite = { cases: [ask('good', 'answer'), ask('bad', 'escalate')] };
  assert.equal((await wim.calls('PUT', '/api/knowledge/validation/suite', suite)).status, 200);
});
after(async () => {
  await stage.close();
  rmSync(folder, { recursive: true });
});

const runIn = (cwd: string, ...args: string[]) =>
  spawnFrontdesk({ args: ['suite', 'run', '--url', url, ...args], environment: {}, input: `${key}\n`, cwd });
const run = (...args: string[]) => runIn('/', ...args);

test('suite run starts the suite, waits, and fails as --fail-on demands', async () => {
  const junit = join(folder, 'junit.xml');
  const failing = await runIn(folder, '--wait', '--junit', 'junit.xml');
  assert.deepEqual([failing.code, failing.out.includes('pass 1, fail 1')], [1, true], failing.err + failing.out);
  assert.match(readFileSync(junit, 'utf8'), /<testsuite name="[^"]+" tests="2" failures="1"/);
  const noRegression = await run('--wait', '--fail-on', 'regressions', '--json');
  assert.equal(noRegression.code, 0, noRegression.err);
  assert.deepEqual(JSON.parse(noRegression.out).regressions, []);
  const rule = { name: 'All', when: {}, then: { decision: 'escalate' } };
  await stage.world.wim.posts('/api/routing/rules', rule);
  const regressed = await run('--wait', '--fail-on', 'regressions', '--case', 'good');
  assert.deepEqual([regressed.code, /regression: good/.test(regressed.out)], [1, true], regressed.err);
});

test('a refusal is reported without the key', async () => {
  const { code, err } = await run('--tag', 'nothing');
  assert.equal(code, 1);
  assert.match(err, /422: There is no case to run/);
  const unknown = await run('--case', 'good', 'gone');
  assert.match(unknown.err, /422: .* \/case_ids\/1: there is no such case/);
  assert.ok(!err.includes(key));
});
