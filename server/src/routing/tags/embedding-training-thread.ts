// The program of the thread that trains the tag classifier on the embeddings of examples.
import { parentPort, workerData } from 'node:worker_threads';
import { trainEmbeddingClassifier } from './classifier/embedding-classifier.logic.ts';
import type { LabelledVector } from './classifier/whitening.logic.ts';

const { meant, classes }: { meant: readonly LabelledVector[]; classes: number } = workerData;
parentPort?.postMessage(trainEmbeddingClassifier(meant, classes));
