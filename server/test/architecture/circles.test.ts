import assert from 'node:assert/strict';
import { dirname, posix } from 'node:path';
import { test } from 'node:test';
import { productFiles, read } from './tree.ts';

// `import/no-cycle` follows only values. A cycle of types or of folders couples files just as much.

test('no files import each other in a cycle, types included', () => {
  assert.deepEqual(circlesOf(importsBetween((path) => path)), []);
});

test('no folders import each other in a cycle', () => {
  assert.deepEqual(circlesOf(importsBetween(roomOf)), []);
});

// A domain's index.ts only re-exports the files of its folder, so it counts as a folder of its own.
const roomOf = (path: string): string => (/^server\/src\/\w+\/index\.ts$/.test(path) ? path : dirname(path));

test('knowledge has one direction: library, search, insight', () => {
  const upward = productFiles().flatMap((path) =>
    importsOf(path)
      .filter((target) => Number.isFinite(levelOf(target)) && levelOf(target) > levelOf(path))
      .map((target) => `${path} imports ${target}`),
  );
  assert.deepEqual(upward, []);
  assert.ok(levelOf('server/src/knowledge/insight/x.ts') > levelOf('server/src/knowledge/search/x.ts'));
});

test('a cycle is found, and a chain is not reported', () => {
  const line = { a: ['b'], b: ['c'], c: [] };
  assert.deepEqual(circlesOf(graphOf(line)), []);
  assert.deepEqual(circlesOf(graphOf({ ...line, c: ['a'], d: ['a'] })), [['a', 'b', 'c']]);
});

type Graph = Map<string, Set<string>>;

const graphOf = (arrows: Record<string, string[]>): Graph =>
  new Map(Object.entries(arrows).map(([from, to]) => [from, new Set(to)]));

function importsBetween(nodeOf: (path: string) => string): Graph {
  const graph: Graph = new Map();
  for (const path of productFiles().filter((name) => name.startsWith('server/src/'))) {
    const from = nodeOf(path);
    const targets = graph.get(from) ?? new Set();
    for (const target of importsOf(path).map(nodeOf)) if (target !== from) targets.add(target);
    graph.set(from, targets);
  }
  return graph;
}

const importsOf = (path: string): string[] =>
  [...read(path).matchAll(/(?:from|import)\s+'(\.{1,2}\/[^']+)'/g)].map(([, specifier = '']) =>
    posix.join(dirname(path), specifier),
  );

const levels = ['library', 'search', 'insight'];

/** Files outside knowledge's three parts are above them all. */
function levelOf(path: string): number {
  const part = /^server\/src\/knowledge\/(\w+)\//.exec(path)?.[1] ?? '';
  return levels.includes(part) ? levels.indexOf(part) : Number.POSITIVE_INFINITY;
}

/** The strongly connected components with more than one node: R. Tarjan, SIAM J. Comput. 1 (1972), 146–160. */
function circlesOf(graph: Graph): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): number => {
    index.set(node, index.size);
    low.set(node, index.size - 1);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) low.set(node, Math.min(low.get(node) ?? 0, visit(next)));
      else if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? 0, index.get(next) ?? 0));
    }
    if (low.get(node) === index.get(node)) {
      const part = stack.splice(stack.indexOf(node));
      if (part.length > 1) circles.push(part.sort());
    }
    return low.get(node) ?? 0;
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return circles.sort((one, other) => (one[0] ?? '').localeCompare(other[0] ?? ''));
}
