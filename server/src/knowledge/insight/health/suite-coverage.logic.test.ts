import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suiteCoverageOf } from './suite-coverage.logic.ts';

const unused = { most_cited: [], never_cited: [], cited_in_escalated: [] };
const documents = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `d${at}`, title: `Document ${at}`, retrievable: at !== 1 }));

test('every document that can be found is without a case, those that are used most first', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const usage = {
    ...unused,
    most_cited: ['d3', 'd2'].map((id) => ({ document_id: id, title: '', answers: 3, last_cited_at: at })),
    cited_in_escalated: ['d4', 'd3', 'd1'].map((id) => ({ document_id: id, title: '', conversations: 1 })),
  };
  const { documents_without_case, ...rest } = suiteCoverageOf(documents(6), usage);
  assert.deepEqual(
    documents_without_case.map(({ document_id }) => document_id),
    ['d3', 'd2', 'd4', 'd0', 'd5'],
  );
  assert.deepEqual(rest, { documents_without_case_total: 5, cases_without_source: [] });
});

test('a hundred are named, and all are counted', () => {
  const { documents_without_case, documents_without_case_total } = suiteCoverageOf(documents(500), unused);
  assert.deepEqual([documents_without_case.length, documents_without_case_total], [100, 499]);
});
