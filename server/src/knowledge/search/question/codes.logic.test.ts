import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codesIn } from './codes.logic.ts';

const texts: [text: string, codes: string[]][] = [
  ['bedroom valve says E3, what now?', ['e3']],
  ['e3', ['e3']],
  ['E1 and E2', ['e1', 'e2']],
  ['Report P-2626, then ERR_502.', ['p2626', 'err502']],
  ['H20b on the display', ['h20b']],
  ['Ｅ３', ['e3']],
  ['the 13th of 2026, 5kg, room 12 at 10am', []],
  ['a-b-c3-4 and internet2 and A1B2C3', []],
];
for (const [text, codes] of texts)
  test(`codes in "${text}": ${codes.join(', ') || 'none'}`, () => assert.deepEqual([...codesIn(text)], codes));
