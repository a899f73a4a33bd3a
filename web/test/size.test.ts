import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const dist = resolve(import.meta.dirname, '../dist');
const chunks = new Map(
  globSync('assets/*.js', { cwd: dist }).map((path) => [basename(path), readFileSync(`${dist}/${path}`, 'utf8')]),
);
const sizeOf = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + gzipSync(chunks.get(name) ?? '', { level: 9 }).length, 0);

/** Adds a chunk and all its static imports to the set. */
function closureOf(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  const imports = (chunks.get(name) ?? '').matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g);
  for (const [, next = ''] of imports) closureOf(next, seen);
  return seen;
}

const page = readFileSync(`${dist}/index.html`, 'utf8');
const entry = new Set([...page.matchAll(/assets\/([^"]+\.js)"/g)].flatMap(([, name = '']) => [...closureOf(name)]));
const shell = [...chunks.keys()].find((name) => name.startsWith('desk-')) ?? '';
const frame = new Set([...entry, ...closureOf(shell)]);
const pages = [...chunks.keys()].filter((name) => /\.page-/.test(name));
const filesOf = (name: string) => [...closureOf(name)].filter((each) => !frame.has(each)).length;

test('the code that every visitor loads is at most 200 kB of JavaScript, compressed', () => {
  assert.ok(entry.size > 1);
  assert.ok(sizeOf(entry) <= 200_000, `${sizeOf(entry)} bytes`);
});

test('a page adds at most 60 kB to the entry and the shell', () => {
  assert.ok(shell && pages.length > 4);
  const large = pages
    .map((name) => ({ name, bytes: sizeOf([...closureOf(name)].filter((each) => !frame.has(each))) }))
    .filter(({ bytes }) => bytes > 60_000);
  assert.deepEqual(large, []);
});

test('it comes in few files, since a slow line waits for each', () => {
  assert.ok(entry.size <= 4, `${entry.size} files at the entry`);
  assert.ok(frame.size <= 8, `${frame.size} files with the shell`);
  assert.deepEqual(
    pages.filter((name) => filesOf(name) > 20),
    [],
  );
});
