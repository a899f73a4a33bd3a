import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemOf } from './payload.logic.ts';
import { isUnchanged, readingOf, titleOf, type FileFingerprint } from './reading.logic.ts';

const native = 'application/vnd.google-apps.';

const readings: [string, string][] = [
  [`${native}document`, 'text/markdown'],
  [`${native}spreadsheet`, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  [`${native}presentation`, 'text/plain'],
  [`${native}drawing`, 'application/pdf'],
  [`${native}form`, 'none'],
  [`${native}folder`, 'none'],
  ['application/pdf', 'bytes'],
  ['application/octet-stream', 'bytes'],
  ['video/mp4', 'none'],
  ['application/zip', 'none'],
];
for (const [mediaType, expected] of readings)
  test(`${mediaType} is read as ${expected}`, () => {
    const reading = readingOf(mediaType);
    assert.equal(reading.kind === 'export' ? reading.forms[0] : reading.kind, expected);
  });

const seen: FileFingerprint = { name: 'a', checksum: 'c', head_revision: 'r', modified_time: 't' };
const file = (members: object) => itemOf({ id: '1', name: 'a', mimeType: 'text/plain', ...members })!;
const cases: [string, object, boolean][] = [
  ['the same revision', { headRevisionId: 'r' }, true],
  ['another revision of the same bytes', { headRevisionId: 's', sha256Checksum: 'c' }, true],
  ['other bytes', { headRevisionId: 's', sha256Checksum: 'd' }, false],
  ['bytes touched', { headRevisionId: 'r', modifiedTime: 'u' }, true],
  ['nothing to tell by', {}, false],
  ['another name', { name: 'b', headRevisionId: 'r' }, false],
  ['a native document at the same time', { mimeType: `${native}document`, modifiedTime: 't', version: '9' }, true],
  ['a native document later', { mimeType: `${native}document`, modifiedTime: 'u' }, false],
];
for (const [what, members, expected] of cases)
  test(`${what}: ${expected ? 'as before' : 'to be read'}`, () =>
    assert.equal(isUnchanged(seen, file(members)), expected));

test('sizes are parsed from strings, and malformed members are ignored', () => {
  const item = file({ size: '5368709120', sha256Checksum: '', webViewLink: 'javascript:alert(1)', parents: [7, 'p'] });
  assert.deepEqual([item.bytes, item.checksum, item.url, item.parents], [5_368_709_120, null, null, ['p']]);
  assert.equal(itemOf({ name: 'no id' }), null);
});

test('a title has no extension, unless the name is only an extension', () => {
  assert.deepEqual(['Terms.v2.pdf', 'Plain', '.txt'].map(titleOf), ['Terms.v2', 'Plain', '.txt']);
});
