import { createIndex } from '../../src/knowledge/search/engine/index.ts';
import type { DocumentPassages } from '../../src/knowledge/library/passages/passage.logic.ts';
import type { Segment } from '../../src/knowledge/library/passages/segment.logic.ts';
import { buildSegment } from '../../src/knowledge/library/passages/build-segment.ts';
import { passagesOf } from '../corpora/chunks.ts';
import { ask, type KnowledgeBase } from './engine-under-test.ts';
import { quantile, seeded } from './measures.ts';
import type { BenchSet, Case } from '../corpora/sets.ts';

const wanted = 10_000;
const dimensions = 512;

/** Times building, loading and querying 10,000 passages: the articles of all sets, repeated under other ids up to that number. */
export function timingRows(sets: readonly BenchSet[]) {
  const documents = enough(sets);
  const passages = documents.reduce((sum, document) => sum + document.passages.length, 0);
  const questions = sets.flatMap((set) => set.cases).slice(0, 600);
  const built = timed(() => documents.map((document) => JSON.stringify(buildSegment(document))));
  const before = process.memoryUsage().rss;
  const loaded = timed(() => load(built.value));
  const after = process.memoryUsage().rss;
  const texts = new Map(documents.flatMap((document) => document.passages).map((passage) => [passage.id, passage]));
  const base: KnowledgeBase = { index: loaded.value, passages: texts, meanings: null };
  const queries = questions.map((asked) => timed(() => ask(base, asked)).milliseconds);
  const changed = documents
    .slice(0, 50)
    .map((document) => timed(() => loaded.value.addSegment(buildSegment(document))).milliseconds);
  const bytes = loaded.value.bytes;
  const queriesWithVectors = askedWithVectors(base, documents, questions);
  const figure = (what: string, value: number, unit: string) => ({
    what,
    passages,
    value: Number(value.toFixed(2)),
    unit,
  });
  return [
    figure('build segments', built.milliseconds / 1000, 's'),
    figure('load stored segments', loaded.milliseconds / 1000, 's'),
    figure('stored size', built.value.reduce((sum, json) => sum + json.length, 0) / 1e6, 'MB'),
    figure('index.bytes', bytes / 1e6, 'MB'),
    figure('resident growth while loading', (after - before) / 1e6, 'MB'),
    figure('query, median', quantile(queries, 0.5), 'ms'),
    figure('query, p95', quantile(queries, 0.95), 'ms'),
    figure('replace a document, median', quantile(changed, 0.5), 'ms'),
    figure('index.bytes with vectors', loaded.value.bytes / 1e6, 'MB'),
    figure('query with vectors, median', quantile(queriesWithVectors, 0.5), 'ms'),
    figure('query with vectors, p95', quantile(queriesWithVectors, 0.95), 'ms'),
  ];
}

// Any vectors will do, because all are compared. The question's vector costs the model's time, in another thread.
function askedWithVectors(base: KnowledgeBase, documents: readonly DocumentPassages[], questions: readonly Case[]) {
  const random = seeded(3);
  const vector = () => Float32Array.from({ length: dimensions }, () => random() / 16);
  for (const { documentId, passages } of documents) {
    base.index.setVectors(documentId, new Map(passages.map(({ id }) => [id, vector()])));
  }
  const meanings = { ofPassage: vector, ofQuestion: vector };
  return questions.map((asked) => timed(() => ask({ ...base, meanings }, asked)).milliseconds);
}

function enough(sets: readonly BenchSet[]) {
  const articles = sets.flatMap((set) => set.articles);
  const documents = [];
  let passages = 0;
  for (let copy = 0; passages < wanted && articles.length > 0; copy++) {
    for (const article of articles) {
      if (passages >= wanted) break;
      const document = passagesOf({ ...article, id: `${copy}/${article.id}` });
      documents.push(document);
      passages += document.passages.length;
    }
  }
  return documents;
}

function load(stored: readonly string[]) {
  const index = createIndex();
  for (const json of stored) {
    const segment: Segment = JSON.parse(json);
    index.addSegment(segment);
  }
  return index;
}

// Processor time of this thread: on a shared machine, wall time would include other processes.
function timed<Value>(work: () => Value): { value: Value; milliseconds: number } {
  const start = process.threadCpuUsage();
  const value = work();
  const { user, system } = process.threadCpuUsage(start);
  return { value, milliseconds: (user + system) / 1000 };
}
