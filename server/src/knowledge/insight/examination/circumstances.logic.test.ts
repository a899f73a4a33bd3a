import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inEnglish } from '../../../platform/words/sentence.logic.ts';
import { findingsByCircumstances, type CircumstanceFacts } from './circumstances.logic.ts';
import { validUntil } from '../study/validity.logic.ts';

const now = new Date('2026-06-01T00:00:00Z');
const good: CircumstanceFacts = {
  id: 'd',
  title: 'Parking',
  status: 'ready',
  retrievable: true,
  enabled: true,
  collection_enabled: true,
  audience: 'customers',
  expires_at: null,
  serves_until: null,
  error_code: null,
  active_version: 3,
  latest_version: 3,
  probes_passed: 5,
  probes_total: 5,
  ingested_at: new Date('2026-01-01T00:00:00Z'),
  serving_since: new Date('2026-01-01T00:00:00Z'),
  valid_until: null,
  valid_quote: null,
  citations: 1,
};
const use = { answers: 80, since: new Date('2026-03-01T00:00:00Z') };
const past = new Date('2026-05-01T00:00:00Z');

const examples: [string, Partial<CircumstanceFacts>, string[]][] = [
  ['all is well', {}, []],
  ['a damaged file', { status: 'failed', error_code: 'corrupt', active_version: null }, ['failed_ingestion:high']],
  ['a damaged new version', { status: 'failed', error_code: 'corrupt' }, ['failed_ingestion:medium']],
  ['a source that is gone', { status: 'failed', error_code: 'fetch_not_found' }, ['source_missing:medium']],
  ['past its expiry', { expires_at: past, retrievable: false }, ['expired:medium']],
  ['switched off', { enabled: false, retrievable: false }, []],
  ['not read for a year', { ingested_at: new Date('2025-01-01T00:00:00Z') }, ['stale:low']],
  ['a sale that is over', { valid_until: past, valid_quote: 'until May' }, ['stale:medium']],
  ['others come first', { retrievable: false, probes_passed: 1 }, ['not_retrievable:high']],
  ['not tried yet', { retrievable: false, probes_passed: 0, probes_total: 0 }, []],
  ['never cited', { citations: 0 }, ['never_cited:low']],
  ['new and not cited', { citations: 0, serving_since: past }, []],
  ['old, just read again, and never cited', { citations: 0, ingested_at: past }, ['never_cited:low']],
];
test('the circumstances of a document determine its findings', () => {
  for (const [name, change, expected] of examples) {
    const found = findingsByCircumstances({ ...good, ...change }, use, now);
    assert.deepEqual(
      found.map(({ type, severity }) => `${type}:${severity}`),
      expected,
      name,
    );
  }
});

test('with few answers no document counts as never cited', () => {
  assert.deepEqual(findingsByCircumstances({ ...good, citations: 0 }, { ...use, answers: 49 }, now), []);
});

test('a finding names the last day of what ended, not the day after', () => {
  const [finding] = findingsByCircumstances({ ...good, valid_until: new Date('2026-01-01T00:00:00Z') }, use, now);
  assert.ok(finding);
  assert.match(inEnglish(finding.detail), /ended on 2025-12-31\./);
});

const ends: [string, string | null][] = [
  ['The sale runs from 1 March 2026 until 31 March 2026.', '2026-04-01'],
  ['Vouchers are valid until December 24, 2025.', '2025-12-25'],
  ['The company was founded on 3 May 2001.', null],
  ['Version 3.2, valid from 1 March 2026', null],
  ['Diese Preise sind gültig ab dem 1. März 2026.', null],
  ['Prices valid as of March 1, 2026 until March 31, 2026.', '2026-04-01'],
  ['Order by December 20 to have it in time.', null],
];
test('the end of validity is read from a sentence, and that day still counts', () => {
  for (const [sentence, end] of ends)
    assert.equal(validUntil([sentence])?.until.toISOString().slice(0, 10) ?? null, end, sentence);
});
