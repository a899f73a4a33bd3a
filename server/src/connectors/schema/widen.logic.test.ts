import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOfAnswer } from './openapi.logic.ts';
import { widened } from './widen.logic.ts';

const learned = (...answers: unknown[]) =>
  answers
    .map(fieldsOfAnswer)
    .reduce((before, seen) => (before.length === 0 ? seen : widened({ before, seen, isWhole: true })), [])
    .map(({ path, type, nullable, doubt }) => `${path} ${type}${nullable ? '?' : ''}${doubt ? ` (${doubt})` : ''}`);

const cases: [name: string, answers: unknown[], learned: string[]][] = [
  ['a place that is missing once is doubted', [{ a: 1 }, {}], [' object', '/a integer (missing)']],
  ['a place that is missing twice in a row is gone', [{ a: 1, b: 1 }, { b: 1 }, { b: 1 }], [' object', '/b integer']],
  ['a place that comes back is optional', [{ a: 1 }, {}, { a: 1 }, {}, {}], [' object', '/a integer?']],
  ['a null is optional, and keeps its type', [{ a: 1 }, { a: null }, { a: null }], [' object', '/a integer?']],
  ['what was only null takes the type that comes', [{ a: null }, { a: 'x' }], [' object', '/a string?']],
  ['another type is doubted', [{ a: 'x' }, { a: 1 }], [' object', '/a string (integer)']],
  ['another type twice in a row is the type', [{ a: 'x' }, { a: 1 }, { a: 2 }], [' object', '/a integer']],
  ['a type that comes back is the type', [{ a: 'x' }, { a: 1 }, { a: 'x' }], [' object', '/a string']],
  ['a whole number is a number', [{ a: 1 }, { a: 1.5 }, { a: 2 }], [' object', '/a number']],
  ['a new place is added', [{ a: 1 }, { a: 1, b: true }], [' object', '/a integer', '/b boolean']],
  [
    'an empty list tells nothing of its members',
    [{ a: [{ b: 1 }] }, { a: [] }, { a: [] }],
    [' object', '/a array', '/a/* object', '/a/*/b integer'],
  ],
  ['nor does a null', [{ a: { b: 1 } }, { a: null }, { a: null }], [' object', '/a object?', '/a/b integer']],
  ['what lies below is missing with it', [{ a: { b: 1 } }, {}], [' object', '/a object (missing)', '/a/b integer']],
  ['and gone with it', [{ a: { b: 1 }, c: 1 }, { c: 1 }, { c: 1 }], [' object', '/c integer']],
];
for (const [name, answers, expected] of cases) test(name, () => assert.deepEqual(learned(...answers), expected));

test('a long answer, where only the first places are kept, lacks nothing', () => {
  const before = fieldsOfAnswer({ a: 1, b: 1 });
  assert.deepEqual(widened({ before, seen: fieldsOfAnswer({ a: 1 }), isWhole: false }), before);
});
