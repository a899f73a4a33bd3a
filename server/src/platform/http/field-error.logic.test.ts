import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentenceOf } from './field-error.logic.ts';

const told: [path: string, message: string, sentence: string][] = [
  ['/name', 'is missing', 'name is missing.'],
  ['/thresholds/clarify', 'must be at most 1', 'clarify must be at most 1.'],
  ['/case_ids/2', 'must be a UUID', 'case_ids/2 must be a UUID.'],
  ['/cases/0/id', 'another case has this id', 'Another case has this id.'],
  ['query.from', 'must be before `to`', 'query.from must be before `to`.'],
  ['', 'must be an object', 'The body must be an object.'],
  ['/a~1b', 'is not a known field', 'a/b is not a known field.'],
  ['/domain', 'This domain does not exist.', 'This domain does not exist.'],
];
for (const [path, message, sentence] of told)
  test(`${path || 'the body'}: ${message}`, () => assert.equal(sentenceOf({ path, message }), sentence));
