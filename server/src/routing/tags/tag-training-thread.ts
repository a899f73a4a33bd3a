// The program of the thread that trains the tag classifier on the words of many examples.
import { parentPort, workerData } from 'node:worker_threads';
import { trainTags } from './classifier/tag-classifier.logic.ts';
import type { TagExamples } from './classifier/tag-examples.logic.ts';

const known: TagExamples = workerData;
parentPort?.postMessage(trainTags(known));
