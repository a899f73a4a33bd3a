import type { Document } from '@desk/contract/documents';
import type { Acting } from '../../../access/index.ts';
import type { Desk } from '../../../platform/desk.ts';
import { invalid, presentAt, type ExpectedVersion } from '../../../platform/http/errors.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { sentence } from '../../../platform/words/sentence.logic.ts';
import { inScope } from '../../../platform/database/transaction.ts';
import {
  withStoredSource,
  latestSource,
  recordRefreshed,
  refresh,
  shown,
} from '../versions/document-changes.actions.ts';
import { lockDocument, type DocumentChange, type DocumentRow } from '../versions/documents.store.ts';
import { reingestFile } from '../drive/files/reingest-file.actions.ts';
import { storeFile, storeText, type SourceFile } from '../versions/source-files.ts';

export type NewSource =
  /** Read the source again. */
  | { kind: 'none' }
  | { kind: 'text'; text: string; title: string | undefined }
  | { kind: 'file'; file: { bytes: Buffer; name: string } };

export interface Reingested {
  document: Document;
  unchanged: boolean;
}

/** Allowed in every state. The active version stays active until the new one is complete. Throws 422 for another kind of source. */
export async function reingest(
  desk: Desk,
  acting: Acting,
  { replacement, ...wanted }: Wanted & { replacement: NewSource },
): Promise<Reingested> {
  const { document, last } = await inScope(desk.db, acting, async (tx) => {
    const found = await lockWanted(tx, acting, wanted);
    return { document: found, last: await latestSource(tx, found) };
  });
  switch (replacement.kind) {
    case 'none':
      if (document.source_kind === 'cloud_drive') return reingestFile(desk, acting, wanted.id);
      return inScope(desk.db, acting, (tx) => begin(desk, tx, acting, { ...wanted, source: null, change: {} }));
    case 'text': {
      if (document.source_kind !== 'text') throw invalid('/text', madeFromFile(document));
      const source = await storeText(desk, acting, replacement.text, textFormat(last));
      return replace(desk, acting, wanted, { source, change: titleChange(replacement.title) });
    }
    case 'file': {
      if (document.source_kind === 'cloud_drive') throw invalid('/file', madeFromFile(document));
      if (document.source_kind !== 'upload')
        throw invalid('/file', sentence`This document was made from text. Send the text instead of a file.`);
      return replace(desk, acting, wanted, { source: await storeFile(desk, acting, replacement.file), change: {} });
    }
  }
}

const madeFromFile = ({ source_kind }: DocumentRow) =>
  source_kind === 'upload'
    ? sentence`This document was made from a file: send the file.`
    : sentence`This document was made from a file of the cloud drive: change it there, then ingest it again without a body.`;

const textFormat = ({ format }: SourceFile) => (format === 'markdown' || format === 'html' ? format : 'plain');

const titleChange = (title: string | undefined): DocumentChange =>
  title === undefined ? {} : { title, title_given: true };

interface Wanted {
  id: string;
  expectedVersion: ExpectedVersion;
}

interface ReingestStart<S> {
  source: S;
  change: DocumentChange;
}

async function replace(
  desk: Desk,
  acting: Acting,
  wanted: Wanted,
  start: ReingestStart<SourceFile>,
): Promise<Reingested> {
  let unchanged = false;
  const document = await withStoredSource(desk, acting, start.source, async (tx) => {
    const result = await begin(desk, tx, acting, { ...wanted, ...start });
    unchanged = result.unchanged;
    return { document: result.document, kept: !unchanged };
  });
  return { document, unchanged };
}

async function begin(
  desk: Desk,
  tx: Tx,
  acting: Acting,
  start: Wanted & ReingestStart<SourceFile | null>,
): Promise<Reingested> {
  const document = await lockWanted(tx, acting, start);
  const source = start.source ?? (await latestSource(tx, document));
  const started = await refresh(desk, tx, document, { source, change: start.change });
  await recordRefreshed(desk, tx, acting, { before: document, started });
  return { document: await shown(desk, tx, acting, start.id), unchanged: !started };
}

const lockWanted = async (tx: Tx, acting: Acting, { id, expectedVersion }: Wanted): Promise<DocumentRow> =>
  presentAt(await lockDocument(tx, acting, id), expectedVersion);
