import { Worker } from 'node:worker_threads';
import type { EmbeddingClassifier } from './classifier/embedding-classifier.logic.ts';
import type { LabelledVector } from './classifier/whitening.logic.ts';
import { trainTags, type TagClassifier } from './classifier/tag-classifier.logic.ts';
import type { TagExamples } from './classifier/tag-examples.logic.ts';

/** Examples × tags: takes 40 ms. More work would delay customers' answers, so a thread does it. */
const littleWork = 4_000;

/** Trains by words alone: synchronously if there are few examples. Rejects if the thread dies. */
export async function trainOnWords(known: TagExamples): Promise<TagClassifier> {
  const isLittle = known.examples.length * known.tagIds.length <= littleWork;
  return isLittle
    ? trainTags(known)
    : inThread<TagClassifier>(new URL('./tag-training-thread.ts', import.meta.url), known);
}

/** Trains by meaning, in a thread. Rejects if the thread dies. */
export const trainOnEmbeddings = (meant: readonly LabelledVector[], classes: number): Promise<EmbeddingClassifier> =>
  inThread<EmbeddingClassifier>(new URL('./embedding-training-thread.ts', import.meta.url), { meant, classes });

let last: Promise<unknown> = Promise.resolve();

// Run one training at a time, so that training takes one core at most.
function inThread<Learned>(program: URL, lesson: unknown): Promise<Learned> {
  const learned = last.then(() => start<Learned>(program, lesson));
  last = learned.catch(() => {});
  return learned;
}

function start<Learned>(program: URL, lesson: unknown): Promise<Learned> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(program, { workerData: lesson, env: {} });
    // Do not keep a process alive that has nothing else to do.
    thread.unref();
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The thread that learns tags ended early.')));
  });
}
