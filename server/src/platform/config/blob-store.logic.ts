import { isPlainUrl } from './plain-url.logic.ts';

/** The variables that configure where files are stored. */
export interface BlobStoreSettings {
  BLOB_STORE: 'file' | 's3';
  S3_ENDPOINT: string;
  S3_BUCKET: string;
  S3_REGION: string;
  S3_ACCESS_KEY_ID: string;
  S3_SECRET_ACCESS_KEY: string;
}

/** Returns the fault in these settings, with the variable's name; null when there is none. */
export function faultOfBlobStore(settings: BlobStoreSettings): string | null {
  if (settings.BLOB_STORE === 'file') return null;
  for (const name of ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
    if (!settings[name]) return `BLOB_STORE=s3 needs ${name}.`;
  if (!isPlainUrl(settings.S3_ENDPOINT))
    return 'S3_ENDPOINT must be an http or https address without user, query or fragment.';
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(settings.S3_BUCKET))
    return 'S3_BUCKET must be a bucket name: 3 to 63 lower-case letters, digits, dots and dashes.';
  return /^[\w-]+$/.test(settings.S3_REGION) ? null : 'S3_REGION must be letters, digits and dashes.';
}

/** Returns the variable that is wrong when the storage refuses us with this code; undefined when the error may be temporary. */
export const variableOf = (code: string): string | undefined => variables[code];

const variables: Record<string, string> = {
  NoSuchBucket: 'S3_BUCKET',
  InvalidBucketName: 'S3_BUCKET',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY',
  AuthorizationHeaderMalformed: 'S3_REGION',
  PermanentRedirect: 'S3_REGION',
  egress_blocked: 'S3_ENDPOINT',
};
