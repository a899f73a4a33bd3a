import { Worker } from 'node:worker_threads';
import type { EmbeddingClassifier } from './classifier/embedding-classifier.logic.ts';
import type { LabelledVector } from './classifier/whitening.logic.ts';
import { trainTags, type TagClassifier } from './classifier/tag-classifier.logic.ts';
import type { TagExamples } from './classifier/tag-examples.logic.ts';

/** Examples × tags: 40 ms. Above this, customers waiting for an answer would feel the work: a thread does it. */
const littleWork = 4_000;

/** By words alone: at once where there are few. Rejects when the thread dies. */
export async function trainOnWords(known: TagExamples): Promise<TagClassifier> {
  const isLittle = known.examples.length * known.tagIds.length <= littleWork;
  return isLittle
    ? trainTags(known)
    : inThread<TagClassifier>(new URL('./tag-training-thread.ts', import.meta.url), known);
}

/** Rejects when the thread dies. */
export const trainOnEmbeddings = (meant: readonly LabelledVector[], classes: number): Promise<EmbeddingClassifier> =>
  inThread<EmbeddingClassifier>(new URL('./embedding-training-thread.ts', import.meta.url), { meant, classes });

let last: Promise<unknown> = Promise.resolve();

// One after the other, so that learning takes one core at most.
function inThread<Learned>(program: URL, lesson: unknown): Promise<Learned> {
  const learned = last.then(() => start<Learned>(program, lesson));
  last = learned.catch(() => {});
  return learned;
}

function start<Learned>(program: URL, lesson: unknown): Promise<Learned> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(program, { workerData: lesson, env: {} });
    // A process that has nothing else to do may end.
    thread.unref();
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The thread that learns tags ended early.')));
  });
}
