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
  ['a field that is missing once is in doubt', [{ a: 1 }, {}], [' object', '/a integer (missing)']],
  [
    'a field that is missing twice in a row is removed',
    [{ a: 1, b: 1 }, { b: 1 }, { b: 1 }],
    [' object', '/b integer'],
  ],
  ['a field that comes back is optional', [{ a: 1 }, {}, { a: 1 }, {}, {}], [' object', '/a integer?']],
  [
    'a field that is null is optional and keeps its type',
    [{ a: 1 }, { a: null }, { a: null }],
    [' object', '/a integer?'],
  ],
  ['a field that was only null takes the first other type', [{ a: null }, { a: 'x' }], [' object', '/a string?']],
  ['another type is in doubt', [{ a: 'x' }, { a: 1 }], [' object', '/a string (integer)']],
  ['another type twice in a row replaces the type', [{ a: 'x' }, { a: 1 }, { a: 2 }], [' object', '/a integer']],
  ['a type that comes back is kept', [{ a: 'x' }, { a: 1 }, { a: 'x' }], [' object', '/a string']],
  ['an integer is a number', [{ a: 1 }, { a: 1.5 }, { a: 2 }], [' object', '/a number']],
  ['a new field is added', [{ a: 1 }, { a: 1, b: true }], [' object', '/a integer', '/b boolean']],
  [
    'an empty list says nothing about its items',
    [{ a: [{ b: 1 }] }, { a: [] }, { a: [] }],
    [' object', '/a array', '/a/* object', '/a/*/b integer'],
  ],
  [
    'a null says nothing about its members',
    [{ a: { b: 1 } }, { a: null }, { a: null }],
    [' object', '/a object?', '/a/b integer'],
  ],
  [
    'fields below a missing field are missing with it',
    [{ a: { b: 1 } }, {}],
    [' object', '/a object (missing)', '/a/b integer'],
  ],
  [
    'fields below a removed field are removed with it',
    [{ a: { b: 1 }, c: 1 }, { c: 1 }, { c: 1 }],
    [' object', '/c integer'],
  ],
];
for (const [name, answers, expected] of cases) test(name, () => assert.deepEqual(learned(...answers), expected));

test('a long response, of which only the first fields are kept, puts no field in doubt', () => {
  const before = fieldsOfAnswer({ a: 1, b: 1 });
  assert.deepEqual(widened({ before, seen: fieldsOfAnswer({ a: 1 }), isWhole: false }), before);
});
