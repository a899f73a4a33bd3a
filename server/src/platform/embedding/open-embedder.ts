import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { embeddedModel } from './embedded-model.ts';
import type { Embedder } from './embedder.ts';

/** The model that EMBEDDINGS names; null when it is off. Nothing is loaded before the first text. */
export function openEmbedder(config: Pick<Config, 'EMBEDDINGS'>, log: Log): Embedder | null {
  switch (config.EMBEDDINGS) {
    case 'embedded':
      return embeddedModel(log);
    case 'off':
      return null;
  }
}
