import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suiteCoverageOf } from './suite-coverage.logic.ts';

const unused = { most_cited: [], never_cited: [], cited_in_escalated: [] };
const nothing = { cases: [], addresses: new Map<string, string>() };
const documents = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `d${at}`,
    title: `Document ${at}`,
    retrievable: at !== 1,
    audience: 'customers' as const,
  }));

test('all retrievable documents are without a case at first, the most used ones first', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const usage = {
    ...unused,
    most_cited: ['d3', 'd2'].map((id) => ({ document_id: id, title: '', answers: 3, last_cited_at: at })),
    cited_in_escalated: ['d4', 'd3', 'd1'].map((id) => ({ document_id: id, title: '', conversations: 1 })),
  };
  const { documents_without_case, ...rest } = suiteCoverageOf(documents(6), usage, nothing);
  assert.deepEqual(
    documents_without_case.map(({ document_id }) => document_id),
    ['d3', 'd2', 'd4', 'd0', 'd5'],
  );
  assert.deepEqual(rest, { documents_without_case_total: 5, cases_without_source: [] });
});

test('a hundred documents are named, and all are counted', () => {
  const { documents_without_case, documents_without_case_total } = suiteCoverageOf(documents(500), unused, nothing);
  assert.deepEqual([documents_without_case.length, documents_without_case_total], [100, 499]);
});

test('a case covers the documents that it names by id, title or address; a case without existing documents is listed', () => {
  const cases = [
    { id: 'a', name: 'By id', sources: ['d0'] },
    { id: 'b', name: 'By title', sources: ['nowhere', ' DOCUMENT  2'] },
    { id: 'c', name: 'By address', sources: ['https://help.test/3'] },
    { id: 'd', name: 'Not to be found', sources: ['Document 1', 'https://help.test/1'] },
    { id: 'e', name: 'Expects none', sources: [] },
  ];
  const addresses = new Map([
    ['https://help.test/3', 'd3'],
    ['https://help.test/1', 'd1'],
  ]);
  const coverage = suiteCoverageOf(documents(5), unused, { cases, addresses });
  assert.deepEqual(coverage.documents_without_case, [{ document_id: 'd4', title: 'Document 4' }]);
  assert.deepEqual(coverage.cases_without_source, [{ case_id: 'd', name: 'Not to be found' }]);
});
