import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryAfter } from './retry-after.logic.ts';

const now = new Date('2026-03-02T10:00:00Z');
const cases: [header: string | null | undefined, milliseconds: number | null][] = [
  ['0', 0],
  [' 7 ', 7_000],
  ['999999', 3_600_000],
  ['Mon, 02 Mar 2026 10:00:30 GMT', 30_000],
  ['Mon, 02 Mar 2026 09:00:00 GMT', 0],
  ['Tue, 03 Mar 2026 10:00:00 GMT', 3_600_000],
  ['soon', null],
  ['-5', null],
  ['1.5', null],
  ['2026', 2_026_000],
  ['Xyz, nonsense', null],
  ['', null],
  [null, null],
  [undefined, null],
];
for (const [header, milliseconds] of cases)
  test(`Retry-After ${header ?? 'absent'} asks for ${milliseconds ?? 'nothing'}`, () =>
    assert.equal(retryAfter(header, now), milliseconds));
