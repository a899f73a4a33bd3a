// The program of the thread that learns from examples of tags, by their meaning.
import { parentPort, workerData } from 'node:worker_threads';
import { trainMeanings, type VectorOfClass } from './classifier/embedding-classifier.logic.ts';

const { meant, classes }: { meant: readonly VectorOfClass[]; classes: number } = workerData;
parentPort?.postMessage(trainMeanings(meant, classes));
