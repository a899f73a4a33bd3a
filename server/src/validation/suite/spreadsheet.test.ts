import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inWorld, type World } from '../../../test/world.ts';
import { spreadsheetCases } from './fixtures/spreadsheet-cases.ts';

let world: World;
inWorld((made) => ({ world } = made));

const path = '/api/knowledge/validation/suite';
const put = (body: unknown, headers: Record<string, string>) =>
  world.wim.calls('PUT', path, body, { 'if-match': '*', ...headers });
const csv = { 'content-type': 'text/csv' };
const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');

// Made by LibreOffice 7.4 of `suite.csv`, the table that is exported: `soffice --headless --infilter="CSV:44,34,76,1,,LANGUAGE,false,true"
// --convert-to FORMAT`, and that file `--convert-to "csv:Text - txt - csv (StarCalc):SEPARATOR,34,76,1,,LANGUAGE,false,true"`.
const saved = {
  'in English, as .ods, with commas': 'libreoffice-english-ods.csv',
  'in German, as .xlsx, with semicolons': 'libreoffice-german-xlsx.csv',
};

test('a suite that LibreOffice opened and saved is unchanged', async () => {
  const { body } = await put({ name: 'T', cases: spreadsheetCases }, {});
  assert.equal(body.cases.length, spreadsheetCases.length);
  const table = await world.max.calls('GET', `${path}?format=csv`);
  assert.equal(table.text.replace(/^\uFEFF/, ''), fixture('suite.csv').replace(/^\uFEFF/, ''), 'what LibreOffice got');
  for (const [how, name] of Object.entries(saved)) {
    assert.equal((await put({ cases: [] }, {})).status, 200);
    const back = await put(fixture(name), csv);
    assert.equal(back.status, 200, back.text);
    assert.deepEqual(back.body.cases, body.cases, how);
  }
});

test('a cell that a spreadsheet has truncated is refused', async () => {
  const items = (length: number) => `"${'x'.repeat(999)}\n${'y\n'.repeat((length - 1_000) / 2)}z"`;
  const cut = await put(`message,sources_any\r\nhi,${items(32_766)}\r\n`, csv);
  assert.deepEqual([cut.status, cut.body.errors[0].path], [422, '/cases/0/sources_any']);
  assert.match(cut.body.errors[0].message, /cut off/);
});
