import { finished } from 'node:stream/promises';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Desk } from '../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import {
  exportParts,
  type ExportedRow,
  type ExportPage,
  type ExportPart,
} from '../../platform/tenant/exported-rows.ts';
import { readme } from './readme.ts';

/** Raise it when a reader of the former format could misunderstand an archive. */
const formatVersion = 1;
/** The number of rows in memory at a time; they may be large. */
const rowsAtOnce = 50;
/** The longest pause before the next rows while people or customers wait for something. */
const mostWaitMilliseconds = 200;
/** All kinds of files except the archives themselves. */
const kindsOfFiles = ['attachments', 'knowledge'] as const;

export const partsOfArchive = (): number => exportParts().length + kindsOfFiles.length;

export interface ArchiveOf extends OrganizationScope {
  name: string;
  slug: string;
  createdAt: Date;
}

/** Called after each part with the number of parts that are written; if it throws, the archive breaks off. */
export type OnPart = (done: number) => Promise<void>;

/**
 * An archive of the organization, made while it is read: at any time only some rows, or a piece of one file, are in memory. Every
 * page of rows is a snapshot of its own, so that a long archive holds no transaction open and delays nobody.
 */
export function archiveOf(desk: Desk, organization: ArchiveOf, onPart: OnPart = async () => {}): Readable {
  const zip = new ZipFile();
  // `outputStream` is a PassThrough, although its type does not say so. Ours comes after it, because yazl fails if its own is
  // destroyed.
  const out = new PassThrough();
  zip.outputStream.pipe(out);
  const given = new AbortController();
  out.once('close', () => given.abort());
  zip.once('error', (error) => out.destroy(error));
  const entry = async (path: string, source: Readable) => {
    zip.addReadStreamLazy(path, (use) => use(null, source));
    try {
      await finished(source, { signal: given.signal });
    } finally {
      source.destroy();
    }
  };
  fill(desk, organization, { entry, onPart }).then(
    () => zip.end(),
    (error: Error) => out.destroy(error),
  );
  return out;
}

interface Filling {
  entry(path: string, source: Readable): Promise<void>;
  onPart: OnPart;
}

async function fill(desk: Desk, organization: ArchiveOf, { entry, onPart }: Filling): Promise<void> {
  const { organizationId: id, name, slug, createdAt: created_at } = organization;
  const rows: Record<string, number> = {};
  const files: Record<string, number> = {};
  const started_at = desk.clock.now();
  let done = 0;
  await entry('README.txt', Readable.from([readme]));
  for (const part of exportParts()) {
    rows[part.file] = 0;
    const count = (more: number) => (rows[part.file] = (rows[part.file] ?? 0) + more);
    await entry(`${part.file}.ndjson`, Readable.from(linesOf(desk, organization, part, count), { objectMode: false }));
    await onPart((done += 1));
  }
  for (const kind of kindsOfFiles) {
    files[kind] = 0;
    for await (const key of desk.blobs.list(`${kind}/${id}`)) {
      const file = await desk.blobs.stream(key);
      if (!file) continue;
      await entry(`files/${key}`, file);
      files[kind] += 1;
      await desk.jobs.foregroundIdle(mostWaitMilliseconds);
    }
    await onPart((done += 1));
  }
  const about = {
    format: 'frontdesk-export',
    format_version: formatVersion,
    organization: { id, name, slug, created_at },
  };
  const manifest = { ...about, started_at, finished_at: desk.clock.now(), rows, files };
  await entry('manifest.json', Readable.from([`${JSON.stringify(manifest, null, 2)}\n`]));
}

async function* linesOf(desk: Desk, scope: OrganizationScope, part: ExportPart, count: (rows: number) => void) {
  for (let after: string[] | null = null; ;) {
    const page: ExportPage = { after, limit: rowsAtOnce };
    const rows: ExportedRow[] = await inScope(desk.db, scope, (tx) => part.page(tx, scope, page));
    count(rows.length);
    if (rows.length > 0) yield `${rows.map(({ line }) => line).join('\n')}\n`;
    after = rows.at(-1)?.position ?? null;
    if (rows.length < rowsAtOnce) return;
    await desk.jobs.foregroundIdle(mostWaitMilliseconds);
  }
}
