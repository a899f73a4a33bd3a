import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { BlobStoreUnavailable } from '../../platform/blobs/blobs.ts';
import { variableOf } from '../../platform/config/blob-store.logic.ts';
import { blobsOf } from '../../platform/blobs/open-blobs.ts';
import type { Config } from '../../platform/config/config.ts';
import { isShut } from '../../platform/process/private-files.ts';
import { newId } from '../../platform/process/ids.ts';
import { fail, ok, warn, type CheckResult } from './finding.logic.ts';

const check = 'stored files';

/** Writes, reads and removes a test file where documents are stored, and checks who else has access. */
export async function findingsOfFiles(config: Config): Promise<CheckResult[]> {
  return [...(await findingsOfStorage(config)), findingOfDataDir(config)];
}

function findingOfDataDir({ DATA_DIR }: Config): CheckResult {
  const name = 'data directory';
  if (!existsSync(DATA_DIR))
    return ok(name, `It does not exist yet (${DATA_DIR}); only its owner will be able to read it.`);
  if (isShut(DATA_DIR)) return ok(name, `${DATA_DIR} is for its owner only.`);
  return fail(
    name,
    `Other users of this machine can open ${DATA_DIR}, which holds keys and files.`,
    `Run: chmod 700 ${DATA_DIR}`,
  );
}

async function findingsOfStorage(config: Config): Promise<CheckResult[]> {
  const place = config.BLOB_STORE === 's3' ? `${config.S3_ENDPOINT}, bucket ${config.S3_BUCKET}` : config.DATA_DIR;
  const fault = await faultOf(config);
  if (fault) return [fail(check, `${place}: ${fault.detail}`, fault.remedy)];
  if (config.BLOB_STORE === 'file' && config.ROLE !== 'all') return [divided(config)];
  return [ok(check, `A file can be written, read and removed (${place}).`)];
}

const divided = ({ ROLE, DATA_DIR }: Config): CheckResult =>
  warn(
    check,
    `ROLE=${ROLE}, and files are kept in ${DATA_DIR}: the other processes must see the same folder.`,
    'On several machines set BLOB_STORE=s3.',
  );

async function faultOf(config: Config): Promise<{ detail: string; remedy: string } | null> {
  const blobs = blobsOf(config);
  const key = `probe/${newId()}`;
  const bytes = randomBytes(1_000);
  try {
    await blobs.put(key, bytes);
    const back = await blobs.get(key);
    await blobs.remove(key);
    if (!back?.equals(bytes)) return { detail: 'The content read back differs from what was written.', remedy };
    if (await blobs.get(key)) return { detail: 'A removed file is still there.', remedy };
    return null;
  } catch (error) {
    if (!(error instanceof BlobStoreUnavailable)) throw error;
    const variable = variableOf(error.code);
    return { detail: error.message, remedy: variable ? `Check ${variable}.` : remedy };
  } finally {
    await blobs.close();
  }
}

const remedy = 'Check that it can be reached and has room, and that we may get, put, delete and list there.';
