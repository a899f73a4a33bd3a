import { createHash } from 'node:crypto';
import { startVendorServer, type VendorAnswer, type VendorCall, type VendorServer } from './vendor-server.ts';

/** A 200 with invalid vectors: too few of them, of a wrong length, or with a value that is not a number. */
export type Nonsense = 'wrong count' | 'wrong dimensions' | 'not a number';

export type EmbeddingServer = VendorServer & {
  /** For AI_BASE_URL, with the version. */
  baseUrl: string;
  answerNext(nonsense: Nonsense): void;
  /** From now on this model is unknown. */
  withdraw(model: string): void;
  /** Every text sent to this model, in order. */
  textsFor(model: string): string[];
};

const route = 'POST /v1/embeddings';

/**
 * The embeddings part of an OpenAI-compatible API. `models` maps names to dimensions. A vector is the sum of the directions of
 * its words. Each model has its own directions; words in one line of `synonyms` share one.
 */
export async function startEmbeddingServer({
  models,
  key = '',
  synonyms = [],
}: {
  models: Record<string, number>;
  key?: string;
  synonyms?: string[];
}): Promise<EmbeddingServer> {
  const known = new Map(Object.entries(models));
  const nonsense: Nonsense[] = [];
  const meanings = new Map(synonyms.flatMap((line) => wordsOf(line).map((word) => [word, line] as const)));

  function answer({ headers, body }: VendorCall): VendorAnswer {
    if (key && headers['authorization'] !== `Bearer ${key}`) return failure(401, 'Incorrect API key provided.');
    const { model, input } = readRequest(body);
    const dimensions = known.get(model);
    if (dimensions === undefined) return failure(404, `The model ${model} does not exist.`);
    if (input.some((text) => text === '')) return failure(400, 'The input must not be empty.');
    const right = input.map((text) => vectorOf(text, { model, dimensions, meanings }));
    const data = spoilt(right, nonsense.shift()).map((embedding, index) => ({ object: 'embedding', index, embedding }));
    return { status: 200, body: { object: 'list', data, model, usage: { prompt_tokens: 1, total_tokens: 1 } } };
  }

  const server = await startVendorServer({ routes: { [route]: answer }, notFound: failure(404, 'Not found.') });
  return {
    ...server,
    baseUrl: `${server.url}/v1`,
    answerNext: (wrong) => void nonsense.push(wrong),
    withdraw: (model) => void known.delete(model),
    textsFor: (model) =>
      server.calls.all.flatMap(({ body }) => (body['model'] === model ? readRequest(body).input : [])),
  };
}

const failure = (status: number, message: string): VendorAnswer => ({ status, body: { error: { message } } });

function readRequest(body: Record<string, unknown>): { model: string; input: string[] } {
  const input = Array.isArray(body['input']) ? body['input'] : [body['input']];
  return { model: String(body['model']), input: input.map(String) };
}

const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];

function vectorOf(
  text: string,
  { model, dimensions, meanings }: { model: string; dimensions: number; meanings: ReadonlyMap<string, string> },
): number[] {
  const sum = Array.from({ length: dimensions }, () => 0);
  for (const word of wordsOf(text)) {
    const direction = directionOf(`${model} ${meanings.get(word) ?? word}`, dimensions);
    for (const [at, value] of direction.entries()) sum[at] = (sum[at] ?? 0) + value;
  }
  return sum.every((value) => value === 0) ? directionOf(`${model} nothing`, dimensions) : sum;
}

function directionOf(seed: string, dimensions: number): number[] {
  const values: number[] = [];
  for (let block = 0; values.length < dimensions; block++) {
    const bytes = createHash('sha256').update(`${seed} ${block}`).digest();
    values.push(...Array.from(bytes, (byte) => (byte - 127.5) / 127.5));
  }
  return values.slice(0, dimensions);
}

function spoilt(vectors: number[][], wrong: Nonsense | undefined): (number | null)[][] {
  switch (wrong) {
    case 'wrong count':
      return vectors.slice(1);
    case 'wrong dimensions':
      return vectors.map((vector) => vector.slice(1));
    case 'not a number':
      // JSON turns NaN into null.
      return vectors.map((vector) => [null, ...vector.slice(1)]);
    case undefined:
      return vectors;
  }
}
