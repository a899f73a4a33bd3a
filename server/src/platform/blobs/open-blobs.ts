import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { configuredEgress } from '../egress/configured-egress.ts';
import type { Log } from '../process/log.ts';
import { BlobStoreUnavailable, type Blobs } from './blobs.ts';
import { variableOf } from '../config/blob-store.logic.ts';
import { fileBlobs } from './file-blobs.ts';
import { s3Blobs } from './s3-blobs.ts';
import { longestTransfer } from './s3-fetch.ts';

/** Opens the configured store and checks it once. Throws with the variable's name when it refuses us, but not when it is silent. */
export async function openBlobs(config: Config, log: Pick<Log, 'warn'>): Promise<Blobs> {
  const blobs = blobsOf(config);
  if (config.BLOB_STORE === 's3') {
    try {
      await checkOnce(blobs, log);
    } catch (error) {
      await blobs.close();
      throw error;
    }
  }
  return blobs;
}

/** Returns the configured store, without checking it. */
export function blobsOf(config: Config): Blobs {
  switch (config.BLOB_STORE) {
    case 'file':
      return fileBlobs(join(config.DATA_DIR, 'files'));
    case 's3':
      return s3Blobs(
        config,
        configuredEgress(config, { trusted: [config.S3_ENDPOINT], longestMilliseconds: longestTransfer }),
      );
  }
}

async function checkOnce(blobs: Blobs, log: Pick<Log, 'warn'>): Promise<void> {
  try {
    await blobs.get('probe/never-written');
  } catch (error) {
    if (!(error instanceof BlobStoreUnavailable)) throw error;
    const variable = variableOf(error.code);
    if (variable) throw new Error(`${variable}: the object storage refuses us (${error.code}).`, { cause: error });
    log.warn({ code: error.code }, 'object storage does not answer; documents wait until it does');
  }
}
