import type { Desk } from '../platform/desk.ts';
import type { OrganizationScope } from '../platform/database/transaction.ts';
import { queueEmbedding } from './search/embeddings/embed.actions.ts';
import { pointToVersion } from './insight/learned/learned.store.ts';
import type { BuildSteps } from './library/ingestion/build-steps.ts';
import { ingest } from './library/ingestion/ingest.actions.ts';
import { probeRetrieval } from './search/probes/probes.actions.ts';
import { stageAhead, withdrawStaged } from './search/loading/stage-ahead.ts';

/** Builds the document's pending version, including the steps of search and insight. */
export const ingestDocument = (desk: Desk, scope: OrganizationScope, documentId: string): Promise<void> =>
  ingest(desk, scope, documentId, stepsOf(desk));

const stepsOf = (desk: Desk): BuildSteps => ({
  stage: (work, part, body) => stageAhead(desk, work, part, body),
  withdraw: (work) => withdrawStaged(desk, work),
  activate: async (tx, { scope, documentId, version }) => {
    await pointToVersion(tx, scope, { documentId, version });
    await queueEmbedding(desk, tx, scope, documentId);
  },
  probe: ({ scope, documentId }) => probeRetrieval(desk, scope, documentId),
});
