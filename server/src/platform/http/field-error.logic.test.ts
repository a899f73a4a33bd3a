import assert from 'node:assert/strict';
import { test } from 'node:test';
import { translations } from '../words/say.ts';
import { sentence, type Sentence } from '../words/sentence.logic.ts';
import { sentenceOf } from './field-error.logic.ts';

const sentenceCases: [path: string, message: Sentence, english: string, german: string][] = [
  ['/name', sentence`is missing`, 'name is missing.', 'name fehlt.'],
  [
    '/thresholds/clarify',
    sentence`must be at most ${1}`,
    'clarify must be at most 1.',
    'clarify darf höchstens 1 sein.',
  ],
  [
    '/case_ids/2',
    sentence`must be one of: ${'a, b'}`,
    'case_ids/2 must be one of: a, b.',
    'case_ids/2 muss eines davon sein: a, b.',
  ],
  ['/cases/0/id', sentence`another case has this id`, 'Another case has this id.', 'Ein anderer Fall hat diese ID.'],
  [
    'query.from',
    sentence`must be before \`to\``,
    'query.from must be before `to`.',
    'query.from muss vor `to` liegen.',
  ],
  ['', sentence`must be ${sentence`object`}`, 'The body must be object.', 'Der Body muss vom Typ Objekt sein.'],
  ['/a~1b', sentence`is not a known field`, 'a/b is not a known field.', 'a/b ist kein bekanntes Feld.'],
  ['/domain', sentence`This tag does not exist.`, 'This tag does not exist.', 'Dieses Thema gibt es nicht.'],
];
for (const [path, message, english, german] of sentenceCases)
  test(`${path || 'the body'}: ${english}`, () => {
    assert.equal(sentenceOf({ path, message }), english);
    assert.equal(sentenceOf({ path, message }, translations.de), german);
  });
