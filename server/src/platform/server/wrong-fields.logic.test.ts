import assert from 'node:assert/strict';
import { test } from 'node:test';
import Type, { type TSchema } from 'typebox';
import { Id } from '@desk/contract/http';
import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';
import { wrongFields } from './wrong-fields.logic.ts';
import { inEnglish } from '../words/sentence.logic.ts';

const Strict = (members: Record<string, TSchema>) => Type.Object(members, { additionalProperties: false });
const scalar = Type.Union([Type.String({ maxLength: 2 }), Type.Number(), Type.Boolean()]);
const body = Strict({
  id: Type.Optional(Type.Union([Id, Type.Null()])),
  text: Type.Optional(Type.Union([Type.String({ minLength: 2 }), Type.Null()])),
  words: Type.Optional(Type.String({ minLength: 3, pattern: 'x' })),
  name: Type.Optional(Type.String({ minLength: 1, pattern: '\\S' })),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
  many: Type.Optional(Type.Array(Type.Union([Type.String({ maxLength: 1 }), Type.Number()]))),
  value: Type.Optional(Type.Union([scalar, Type.Array(scalar), Type.Null()])),
  code: Type.Optional(Type.String({ pattern: '^[0-9]{4}$' })),
  ids: Type.Optional(Type.Array(Type.Integer(), { uniqueItems: true })),
  day: Type.Optional(Type.Unsafe({ type: ['string', 'null'], format: 'date' })),
  sort: Type.Optional(Type.Enum(['old', 'new'])),
  kind: Type.Optional(Type.Literal('http')),
  auth: Type.Optional(
    Type.Union([
      Strict({ kind: Type.Literal('none') }),
      Strict({ kind: Type.Literal('key'), name: Type.String() }),
      Strict({ kind: Type.Literal('token'), url: Type.String(), scope: Type.Union([Type.String(), Type.Null()]) }),
    ]),
  ),
});
const check = ajvFormats.default(new Ajv({ allErrors: true, strict: false })).compile(body);

const table: [string, unknown, Record<string, string>][] = [
  ['text that does not match the pattern of a nullable field', { id: 'x' }, { '/id': 'must be a UUID' }],
  ['text in a form for which there are no words', { code: 'x' }, { '/code': 'is not in the right form' }],
  ['a date that does not exist', { day: '2026-02-30' }, { '/day': 'must be a date, such as 2026-12-31' }],
  ['a value of neither type', { day: 5 }, { '/day': 'must be string or null' }],
  ['an entry that occurs twice', { ids: [1, 2, 1] }, { '/ids': 'must not contain duplicates' }],
  ['another value than the only one', { kind: 'soap' }, { '/kind': 'must be exactly http' }],
  ['a value of a wrong type', { text: 5 }, { '/text': 'must be string or null' }],
  ['two errors in one field', { words: 'a' }, { '/words': 'must have at least 3 characters' }],
  [
    'items of one list',
    { many: [null, 'ab', ...Array.from({ length: 8 }, () => 1), 'cd'] },
    {
      '/many/0': 'must be string or number',
      '/many/1': 'must have at most 1 character',
      '/many/10': 'must have at most 1 character',
    },
  ],
  ['only blanks', { name: ' ' }, { '/name': 'must not be blank' }],
  ['an empty text', { name: '' }, { '/name': 'must not be empty' }],
  ['a number that is too small', { count: 0 }, { '/count': 'must be at least 1' }],
  ['a number that is too large', { count: 10 }, { '/count': 'must be at most 9' }],
  ['a value that is not in the list', { sort: 'best' }, { '/sort': 'must be one of: old, new' }],
  ['an unknown kind', { auth: { kind: 'digest', x: 1 } }, { '/auth/kind': 'must be one of: none, key, token' }],
  ['a missing field of the kind', { auth: { kind: 'key' } }, { '/auth/name': 'is missing' }],
  ['an unknown field of the kind', { auth: { kind: 'none', name: 'x' } }, { '/auth/name': 'is not a known field' }],
  ['a union in a union', { auth: { kind: 'token', url: 'x', scope: 5 } }, { '/auth/scope': 'must be string or null' }],
  [
    'text that is too long for a field that also accepts a list',
    { value: 'abc' },
    { '/value': 'must have at most 2 characters' },
  ],
  ['text that is too long in that list', { value: ['abc'] }, { '/value/0': 'must have at most 2 characters' }],
  ['neither text nor list', { value: {} }, { '/value': 'must be string or number or boolean or array or null' }],
  ['no kind', { auth: {} }, { '/auth/kind': 'is missing' }],
  ['no object', { auth: 'none' }, { '/auth': 'must be object' }],
  ['several fields', { id: 'x', extra: 1 }, { '/extra': 'is not a known field', '/id': 'must be a UUID' }],
];

for (const [name, given, expected] of table)
  test(`${name}: each wrong field is reported once`, () => {
    assert.equal(check(given), false);
    const found = wrongFields(check.errors ?? []).map(({ pointer, message }) => [pointer, inEnglish(message)]);
    assert.deepEqual(Object.fromEntries(found), expected);
    assert.equal(found.length, Object.keys(expected).length);
  });
