// The program of the thread that learns from many examples of tags, by their words.
import { parentPort, workerData } from 'node:worker_threads';
import { trainTags } from './classifier/tag-classifier.logic.ts';
import type { TagExamples } from './classifier/tag-examples.logic.ts';

const known: TagExamples = workerData;
parentPort?.postMessage(trainTags(known));
