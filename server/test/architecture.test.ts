import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { clientFiles, domainOf, files, productFiles, read, repository } from './architecture/tree.ts';

// Rules of structure that the lint cannot check. architecture/boundaries.test.ts tests the lint itself.

test('only stores contain SQL', () => {
  const speakers = productFiles().filter(
    (path) => speaksSql(read(path)) && !path.endsWith('.store.ts') && domainOf(path) !== 'platform',
  );
  assert.deepEqual(speakers, []);
});

test('only the closed set of errors has status numbers', () => {
  const throwers = productFiles().filter((path) => /new AppError\(/.test(read(path)) && !closedSet.includes(path));
  assert.deepEqual(throwers, []);
});

const closedSet = ['server/src/platform/http/errors.ts', 'server/src/platform/server/problems.ts'];

test('logic reads no clock', () => {
  const readers = files('server/src/**/*.logic.ts').filter((path) => /new Date\(\s*\)/.test(read(path)));
  assert.deepEqual(readers, []);
});

// Node 24.21 mismatches alternatives under such a modifier once a process has compiled so many patterns that it no longer
// optimizes them: `node --no-regexp-optimization -p "/^(?i:b|a)/.test('B')"` prints false.
test('no pattern contains a flag modifier', () => {
  const modifiers = productFiles().filter((path) => /\(\?[ims]*-?[ims]+:/.test(read(path)));
  assert.deepEqual(modifiers, []);
});

test('no file has more than 300 lines', () => {
  const large = productFiles()
    .map((path) => ({ path, lines: read(path).split('\n').length - 1 }))
    .filter(({ lines }) => lines > 300);
  assert.deepEqual(large, []);
});

// Word lists have one list in a line; fixtures and tests contain documents and messages. A translated sentence is one literal,
// because its text is the key of the German text.
const isSentence = (line: string): boolean => /^\s*(?:[\w:=? ]+)?\b(?:sentence|english)`[^`]*`[,;]?$/.test(line);

test('no line of code, patterns or comments has more than 140 characters', () => {
  const long = [...productFiles(), ...files('web/src/**/*.ts', 'web/src/**/*.tsx')]
    .filter((path) => !/\/fixtures\/|\/words\/|\.test\.tsx?$/.test(path))
    .flatMap((path) =>
      read(path)
        .split('\n')
        .flatMap((line, at) => (line.length > 140 && !isSentence(line) ? [`${path}:${at + 1}`] : [])),
    );
  assert.deepEqual(long, []);
});

test('no folder has more than 15 product files', () => {
  // The contract is exempt: it is one flat list of files, one for each term of the product.
  const ofServer = productFiles().filter((path) => !path.startsWith('contract/'));
  const ofClient = clientFiles();
  assert.ok(ofClient.length > 100);
  const rooms = Map.groupBy([...ofServer, ...ofClient], dirname);
  const crowds = [...rooms]
    .filter(([, inside]) => inside.length > 15)
    .map(([room, inside]) => `${room}: ${inside.length}`);
  assert.deepEqual(crowds, []);
});

test('no file has a name without content, such as helpers or utils', () => {
  // The established term for an account that no person signs in to.
  const terms = new Set(['service-account.ts']);
  const empty = /(^|[-.])(manager|service|services|helper|helpers|util|utils|info|misc)([-.]|$)/;
  assert.deepEqual(
    productFiles().filter((path) => empty.test(basename(path)) && !terms.has(basename(path))),
    [],
  );
});

test('every folder of the server is a domain with an index.ts, or platform', () => {
  const folders = readdirSync(join(repository, 'server/src'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const closed = folders.filter(({ name }) => name !== 'platform' && files(`server/src/${name}/index.ts`).length === 0);
  assert.deepEqual(
    closed.map(({ name }) => name),
    [],
  );
});

test('index.ts exports by name', () => {
  const doors = files('server/src/*/index.ts');
  assert.notEqual(doors.length, 0);
  assert.deepEqual(
    doors.filter((path) => /export \*/.test(read(path))),
    [],
  );
});

test('the first line of each migration describes the change and the way back', () => {
  const silent = files('server/migrations/*.sql').filter(
    (path) => !/^--.*way back/i.test(read(path).split('\n')[0] ?? ''),
  );
  assert.deepEqual(silent, []);
});

const speaksSql = (source: string) =>
  [
    /\b(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql(<[^`]*>)?`/i,
    /['"`]\s*(select|insert into|update \w+ set|delete from)\s/i,
  ].some((pattern) => pattern.test(source));
