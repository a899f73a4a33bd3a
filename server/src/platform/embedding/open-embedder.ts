import type { Config } from '../config/config.ts';
import { embeddedModel, embeddedModelName } from './embedded-model.ts';
import type { Embedder, Embedders } from './embedder.ts';
import type { Log } from '../process/log.ts';
import { configuredEgress } from '../egress/configured-egress.ts';
import { providerModel } from './provider-model.ts';
import { embeddingProvider } from '../config/embedding-provider.logic.ts';

type EmbedderConfig = Parameters<typeof configuredEgress>[0] &
  Pick<Config, 'EMBEDDINGS' | 'AI_PROVIDER' | 'AI_BASE_URL' | 'AI_API_KEY' | 'AI_EMBEDDING_MODEL'>;

/** Opens the model that EMBEDDINGS names, and former ones. Loads nothing and calls no provider before the first text. */
export function openEmbedders(config: EmbedderConfig, log: Log): Embedders {
  const place = embeddingProvider(config);
  const egress = place && configuredEgress(config, { trusted: [place.baseUrl] });
  const opened = new Map<string, Embedder>();

  function named(model: string): Embedder | null {
    const known = opened.get(model) ?? open(model);
    if (known) opened.set(model, known);
    return known;
  }
  const open = (model: string): Embedder | null => {
    if (model === embeddedModelName) return embeddedModel(log);
    return place && egress && providerModel(place, model, { egress, log });
  };

  return {
    embedder: configured(config, named),
    formerEmbedder(model) {
      const former = named(model);
      return former?.refused ? null : former;
    },
    async close() {
      await Promise.all([...opened.values()].map((embedder) => embedder.close()));
      await egress?.close();
    },
  };
}

function configured(config: EmbedderConfig, named: (model: string) => Embedder | null): Embedder | null {
  switch (config.EMBEDDINGS) {
    case 'embedded':
      return named(embeddedModelName);
    case 'provider':
      return named(config.AI_EMBEDDING_MODEL);
    case 'off':
      return null;
  }
}
