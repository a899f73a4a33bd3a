import { Worker } from 'node:worker_threads';

export interface ModelThread {
  /** Rejects when the thread dies or is silent; the thread cannot be used after that. */
  embed(text: string): Promise<Float32Array>;
  end(): Promise<void>;
}

/** Includes the loading of the model for the first text, which takes half a second on a quiet machine. */
const silenceMilliseconds = 60_000;

/** One text at a time: the caller waits for the vector before it sends the next. */
export function startModelThread(): ModelThread {
  const worker = new Worker(new URL('./model-program.ts', import.meta.url), {
    env: {},
    // A small young generation costs no time here, and saves 120 MB after 200 texts.
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 },
  });
  // The thread must not keep the process running.
  worker.unref();
  const gone = new Promise<never>((_, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The thread of the embedding model ended.')));
  });
  // Between two texts nothing awaits this promise; the next `embed` reports the failure.
  gone.catch(() => {});
  return {
    async embed(text) {
      const vector = new Promise<Float32Array>((resolve) => worker.once('message', resolve));
      let silence: NodeJS.Timeout | undefined;
      const silent = new Promise<never>((_, reject) => {
        const give = () => reject(new Error('The thread of the embedding model is silent.'));
        silence = setTimeout(give, silenceMilliseconds);
      });
      worker.postMessage(text);
      return Promise.race([vector, gone, silent]).finally(() => clearTimeout(silence));
    },
    end: async () => void (await worker.terminate()),
  };
}
