import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv, type ErrorObject } from 'ajv';
import type { Static } from 'typebox';
import { faultOfBlobStore } from './blob-store.logic.ts';
import { ConfigSchema } from './config-reference.ts';
import { faultOfEmbeddings } from './embedding-provider.logic.ts';
import { readServiceAccount, type ServiceAccount } from './service-account.ts';
import { readIdentityProviders, readRedirectUris, type IdentityProvider } from './identity-providers.logic.ts';
import { faultOfModel } from './language-model-settings.logic.ts';

type Environment = Static<typeof ConfigSchema>;

/** The operator's settings, parsed once at start and frozen. Only this file reads process.env. */
export type Config = Readonly<
  Omit<Environment, 'SECRET_KEY' | 'EMAIL_INBOUND_SECRET'> & {
    SECRET_KEY: string;
    EMAIL_INBOUND_SECRET: string;
    /** Null when CLOUD_DRIVE_SERVICE_ACCOUNT is empty. */
    serviceAccount: ServiceAccount | null;
    identityProviders: readonly IdentityProvider[];
    /** The addresses that identity providers may return to. The first is the web client's own page. */
    redirectUris: readonly string[];
  }
>;

/** Throws with the variable's name when a value is not valid, or when production lacks a key of its own. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const set = withoutEmpty(environment);
  const values = parse(set);
  const fault = faultOfBlobStore(values) ?? faultOfEmbeddings(values) ?? faultOfModel(values);
  if (fault) throw new Error(fault);
  const publicUrl = (values.PUBLIC_URL || `http://localhost:${values.PORT}`).replace(/(?<!\/)\/+$/, '');
  const config = {
    ...values,
    PUBLIC_URL: publicUrl,
    SECRET_KEY: values.SECRET_KEY || ownKey(values, 'secret.key', () => randomBytes(32).toString('base64')),
    EMAIL_INBOUND_SECRET:
      values.EMAIL_INBOUND_SECRET ||
      ownKey(values, 'email-inbound.secret', () => `whsec_${randomBytes(24).toString('base64')}`),
    serviceAccount: readServiceAccount(values.CLOUD_DRIVE_SERVICE_ACCOUNT, values.CLOUD_DRIVE_SERVICE_ACCOUNT_FOR),
    identityProviders: readIdentityProviders(set),
    redirectUris: readRedirectUris(publicUrl, values.OIDC_REDIRECT_URIS),
  };
  const { SECRET_KEY: key, SECRET_KEY_PREVIOUS: former } = config;
  const bad = [
    ...(isKey(key) ? [] : [values.SECRET_KEY ? 'SECRET_KEY' : join(values.DATA_DIR, 'secret.key')]),
    ...(former === '' || isKey(former) ? [] : ['SECRET_KEY_PREVIOUS']),
  ];
  if (bad[0]) throw new Error(`${bad[0]} must be 32 bytes in base64.`);
  return Object.freeze(config);
}

// An empty variable means "not set": compose files and .env.example write `NAME=`.
function withoutEmpty(environment: NodeJS.ProcessEnv): Record<string, string> {
  const set = Object.entries(environment).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return Object.fromEntries(set);
}

const ajv = new Ajv({ allErrors: true, coerceTypes: true, useDefaults: true, strict: false });

function parse(values: Record<string, string>): Environment {
  // Ignore variables that are not in the schema. Ajv fills in defaults and converts numbers in place.
  const known = Object.fromEntries(Object.entries(values).filter(([name]) => name in ConfigSchema.properties));
  if (ajv.validate<Environment>(ConfigSchema, known)) return known;
  throw new Error((ajv.errors ?? []).map(problemOf).join('; '));
}

function problemOf({ instancePath, message, params }: ErrorObject): string {
  const allowed: unknown = params['allowedValues'];
  const values = Array.isArray(allowed) ? `: ${allowed.join(', ')}` : '';
  const what = 'pattern' in params ? 'does not have the form that .env.example shows' : (message ?? 'is not valid');
  return `environment${instancePath} ${what}${values}`;
}

const isKey = (text: string) => Buffer.from(text, 'base64').length === 32;

function ownKey(values: Environment, file: string, make: () => string): string {
  const path = join(values.DATA_DIR, file);
  // Two machines that each generated a key could not read each other's secrets.
  if (values.NODE_ENV === 'production' && file === 'secret.key' && !existsSync(path)) {
    throw new Error('SECRET_KEY is required when NODE_ENV=production: 32 random bytes in base64.');
  }
  try {
    if (!existsSync(path)) writeWhole(path, `${make()}\n`);
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new Error(`${path} ${faultOfFile(error)}`, { cause: error });
  }
}

// On a full disk or in a kill, a file would keep a part of a key, or nothing; a later start would use that.
function writeWhole(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(draft, text, { mode: 0o600, flush: true });
    linkSync(draft, path);
  } catch (error) {
    // Another process was first: its key is the one.
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown');

function faultOfFile(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOSPC') return 'cannot be written, because the disk is full. Make room there.';
  return `cannot be read or written (${code}). Make the user of the service the owner of DATA_DIR and what is in it.`;
}
