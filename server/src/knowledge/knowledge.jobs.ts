import type { Desk } from '../platform/desk.ts';
import { watchDrive } from './drive/watch.actions.ts';
import { driveDue } from './drive/watch.jobs.ts';
import { embedDocument } from './embeddings/embed.actions.ts';
import { documentUnembedded, modelReplaced } from './embeddings/embed.jobs.ts';
import { examineKnowledge } from './findings/examine.actions.ts';
import { knowledgeChanged } from './findings/examine.jobs.ts';
import { ingest } from './ingestion/ingest.actions.ts';
import { documentQueued, sourcesForgotten } from './ingestion/ingest.jobs.ts';
import { nameTerms } from './passages/name-terms.actions.ts';
import { forgetFormerVectors } from './embeddings/replace-model.actions.ts';
import { forgetSources } from './documents/sources.ts';
import { termsMissing } from './passages/terms.jobs.ts';

/** Then it is other organizations' turn; what is left is promised. */
const examineFor = 20_000;

/** The worker's part; called once when the process is composed. */
export function subscribeKnowledge(desk: Desk): void {
  desk.jobs.subscribe(documentQueued, ({ organizationId, documentId }) => ingest(desk, { organizationId }, documentId));
  desk.jobs.subscribe(documentUnembedded, ({ organizationId, documentId }) =>
    embedDocument(desk, { organizationId }, documentId),
  );
  desk.jobs.subscribe(modelReplaced, (scope) => forgetFormerVectors(desk, scope));
  desk.jobs.subscribe(termsMissing, (scope) => nameTerms(desk, scope));
  desk.jobs.subscribe(knowledgeChanged, async (scope) => {
    await examineKnowledge(desk, scope, examineFor);
  });
  desk.jobs.subscribe(driveDue, (scope) => watchDrive(desk, scope));
  desk.jobs.subscribe(sourcesForgotten, ({ organizationId, keys }) => forgetSources(desk, { organizationId }, keys));
}
