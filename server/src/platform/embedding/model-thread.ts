import { Worker } from 'node:worker_threads';

export interface ModelThread {
  /** Rejects when the thread dies or is silent; it is of no use then. */
  embed(text: string): Promise<Float32Array>;
  end(): Promise<void>;
}

/** The first text waits for the model as well, which takes half a second on a quiet machine. */
const silenceMilliseconds = 60_000;

/** One text at a time: the caller waits for the vector before it sends the next. */
export function startModelThread(): ModelThread {
  const worker = new Worker(new URL('./model-program.ts', import.meta.url), {
    env: {},
    // A small young generation costs no time here, and leaves 120 MB less behind after 200 texts.
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 },
  });
  // A process that has nothing else to do may end.
  worker.unref();
  const gone = new Promise<never>((_, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The thread of the embedding model ended.')));
  });
  // Between two texts nobody waits; the next one finds out.
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
