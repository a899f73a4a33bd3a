import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A service account at the drive, identified by its key. */
export interface ServiceAccount {
  address: string;
  keyId: string | null;
  key: KeyObject;
  /** The organizations that may use it; empty: all. */
  organizations: readonly string[];
}

const variable = 'CLOUD_DRIVE_SERVICE_ACCOUNT';

/** Reads the JSON of the vendor's key file, or the file at that path. Errors never quote its content. */
export function readServiceAccount(given: string, organizations: string): ServiceAccount | null {
  if (!given) return null;
  const { client_email: address, private_key_id: keyId, private_key: key } = parse(contentOf(given));
  if (typeof address !== 'string' || typeof key !== 'string')
    throw new Error(
      `environment/${variable} has no client_email and private_key: it is not the key of a service account`,
    );
  return {
    address,
    keyId: typeof keyId === 'string' ? keyId : null,
    key: keyFrom(key),
    organizations: organizations
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean),
  };
}

function contentOf(given: string): string {
  if (given.trimStart().startsWith('{')) return given;
  try {
    return readFileSync(given, 'utf8');
  } catch {
    throw new Error(`environment/${variable} is neither JSON nor the path of a file that can be read`);
  }
}

function parse(content: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // Drop the parser's error, which would quote the content.
  }
  throw new Error(`environment/${variable} is not JSON`);
}

function keyFrom(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new Error(`environment/${variable}: its private_key cannot be read`);
  }
}
