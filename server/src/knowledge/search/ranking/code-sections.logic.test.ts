import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeSections } from './code-sections.logic.ts';

const section = (id: string, text: string, headingPath: string[] = [], documentId = 'codes') => ({
  passage: { id, title: 'Codes', headingPath, text },
  documentId,
});
const table = section('table', '| Code | Meaning |\n|---|---|\n| E3 | motor blocked |');
const list = section('list', 'On the display:\n\n- **E3**: the motor is blocked');
const own = section('own', 'Move the pin.', ['Codes', 'E3: motor']);
const beside = section('beside', 'Unlike E3, this one goes away by itself.', ['Codes', 'E4']);

test('a section is about a code that its heading names, and half as much if a row or a line begins with it', () => {
  const about = [...codeSections('What does e3 mean?', [table, list, own, beside])];
  assert.deepEqual(about, [
    ['table', 0.5],
    ['list', 0.5],
    ['own', 1],
  ]);
  assert.equal(codeSections('What does the motor do?', [table, own]).size, 0);
  assert.equal(codeSections('And E9?', [table, own]).size, 0);
});

test('a code that sections of several documents are about chooses none of them', () => {
  const other = section('other', '| E3 | 189 € |', [], 'prices');
  assert.equal(codeSections('What does E3 mean?', [own, other]).size, 0);
});
