import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mergePatch } from './merge-patch.logic.ts';

describe('a merge patch', () => {
  const cases = [
    ['sets the named members', {}, { max_ai_turns: 3 }, { max_ai_turns: 3 }],
    [
      'leaves the other members',
      { timezone: 'Asia/Tokyo' },
      { max_ai_turns: 3 },
      { timezone: 'Asia/Tokyo', max_ai_turns: 3 },
    ],
    [
      'reaches into objects',
      { thresholds: { answer: 0.9 } },
      { thresholds: { clarify: 0.5 } },
      { thresholds: { answer: 0.9, clarify: 0.5 } },
    ],
    ['replaces lists', { holidays: ['2026-12-25'] }, { holidays: ['2027-01-01'] }, { holidays: ['2027-01-01'] }],
    [
      'forgets what is null',
      { max_ai_turns: 3, timezone: 'Asia/Tokyo' },
      { max_ai_turns: null },
      { timezone: 'Asia/Tokyo' },
    ],
    [
      'removes members of objects',
      { thresholds: { answer: 0.9 } },
      { thresholds: { answer: null } },
      { thresholds: {} },
    ],
    ['removes whole objects', { thresholds: { answer: 0.9 } }, { thresholds: null }, {}],
    ['changes nothing when empty', { max_ai_turns: 3 }, {}, { max_ai_turns: 3 }],
  ] as const;
  for (const [name, doc, patch, expected] of cases) {
    test(name, () => assert.deepEqual(mergePatch(structuredClone(doc), patch), expected));
  }
});
