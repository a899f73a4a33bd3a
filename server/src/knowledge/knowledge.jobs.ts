import type { Desk } from '../platform/desk.ts';
import { watchDrive } from './library/drive/files/watch.actions.ts';
import { driveDue } from './library/drive/connection/watch.jobs.ts';
import { embedDocument } from './search/embeddings/embed.actions.ts';
import { documentUnembedded, modelReplaced } from './search/embeddings/embed.jobs.ts';
import { askAboutPairs } from './insight/near-passages/ask-about-pairs.actions.ts';
import { examineKnowledge } from './insight/examination/examine.actions.ts';
import { knowledgeChanged } from './library/knowledge-changed.jobs.ts';
import { ingestDocument } from './ingest-document.ts';
import { documentQueued, sourcesForgotten } from './library/versions/ingest.jobs.ts';
import { forgetFormerVectors } from './search/embeddings/replace-model.actions.ts';
import { forgetSources } from './library/versions/source-files.ts';

/** After this many milliseconds a job yields to other organizations and queues a job for the rest. */
const examineForMilliseconds = 20_000;
const askForMilliseconds = 60_000;

/** Subscribes the worker to the jobs of knowledge. Call it once, when the process is composed. */
export function subscribeKnowledge(desk: Desk): void {
  desk.jobs.subscribe(documentQueued, ({ organizationId, documentId }) =>
    ingestDocument(desk, { organizationId }, documentId),
  );
  desk.jobs.subscribe(documentUnembedded, ({ organizationId, documentId }) =>
    embedDocument(desk, { organizationId }, documentId),
  );
  desk.jobs.subscribe(modelReplaced, (scope) => forgetFormerVectors(desk, scope));
  desk.jobs.subscribe(knowledgeChanged, async (scope) => {
    const complete = await examineKnowledge(desk, scope, examineForMilliseconds);
    if (complete) await askAboutPairs(desk, scope, askForMilliseconds);
  });
  desk.jobs.subscribe(driveDue, (scope) => watchDrive(desk, scope));
  desk.jobs.subscribe(sourcesForgotten, ({ organizationId, keys }) => forgetSources(desk, { organizationId }, keys));
}
