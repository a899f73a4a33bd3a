import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { targets, violations } from './planted.ts';
import { repository } from './tree.ts';

// oxlint calls its JS plugins alpha, and a rule that sees no files also passes. So each rule must report a planted violation.
const copy = mkdtempSync(join(tmpdir(), 'desk-lint-'));
after(() => rmSync(copy, { recursive: true }));

for (const path of ['contract', 'server', 'web/src', 'web/tsconfig.json', '.oxlintrc.json', 'tsconfig.json']) {
  cpSync(join(repository, path), join(copy, path), {
    recursive: true,
    filter: (from) => !from.endsWith('node_modules'),
  });
}
symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'));
for (const [path, source] of [...targets, ...violations.map(({ path, source }) => [path, source] as const)]) {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  writeFileSync(join(copy, path), source);
}
const reports = lint();

for (const { sentence, path, rule, advice } of violations) {
  test(`the lint reports: ${sentence}`, () => {
    const found = reports.filter((report) => report.path === path && report.rule === rule);
    assert.notEqual(found.length, 0, `${rule} was silent about ${path}`);
    if (advice) assert.match(found.map((report) => report.message).join('\n'), advice);
  });
}

test('only the planted files break the import direction', () => {
  const planted = new Set(violations.map(({ path }) => path));
  const broken = reports.filter(({ path, rule }) => rule.startsWith('boundaries(') && !planted.has(path));
  assert.deepEqual(broken, []);
});

// Name the folders: without a .gitignore, oxlint would read node_modules too.
function lint() {
  const { stdout, stderr } = spawnSync('oxlint', ['--type-aware', '--format=json', 'contract', 'server', 'web'], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, PATH: `${join(repository, 'node_modules/.bin')}:${process.env['PATH']}` },
  });
  assert.ok(stdout.startsWith('{'), `oxlint did not run: ${stderr}${stdout}`);
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; filename: string; message: string; help?: string }[];
  };
  return diagnostics.map(({ code, filename, message, help }) => ({
    path: filename,
    rule: code,
    message: `${message} ${help ?? ''}`,
  }));
}
