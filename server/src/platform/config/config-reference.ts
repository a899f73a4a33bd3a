import Type, { type TSchema } from 'typebox';
import { providerVariables } from './identity-providers.logic.ts';

const text = (fallback: string, description: string) => Type.String({ default: fallback, description });
const secret = (description: string) => Type.String({ default: '', description });
const number = (fallback: number, description: string) => Type.Integer({ default: fallback, minimum: 0, description });
const choice = <T extends string[]>(options: readonly [...T], fallback: T[number], description: string) =>
  Type.Enum(options, { default: fallback, description });

/** Every variable that the service reads, in the order in which `.env.example` shows them. */
export const ConfigSchema = Type.Object({
  NODE_ENV: choice(
    ['development', 'production', 'test'],
    'development',
    'production refuses to start without a SECRET_KEY',
  ),
  HOST: text('127.0.0.1', 'address to listen on'),
  PORT: number(3000, 'port to listen on; 0 takes a free one'),
  PUBLIC_URL: text('', 'in links and webhook URLs; default http://localhost:PORT'),
  ROLE: choice(['all', 'api', 'worker'], 'all', 'which part this process runs; api and worker need DATABASE_URL'),
  DATABASE_URL: secret('empty: embedded database in DATA_DIR; else PostgreSQL 15+ with pgvector'),
  DATA_DIR: text('./data', 'embedded database, uploaded files, generated keys'),
  SECRET_KEY: secret('32 bytes in base64; generated into DATA_DIR, required in production'),
  SECRET_KEY_PREVIOUS: secret('the old SECRET_KEY while rotating'),
  CHATDESK_API_URL: text('https://api.intercom.io', 'chat helpdesk: API'),
  CHATDESK_AUTHORIZE_URL: text('https://app.intercom.com/oauth', 'chat helpdesk: where an admin grants access'),
  CHATDESK_TOKEN_URL: text('https://api.intercom.io/auth/eagle/token', 'chat helpdesk: code for token'),
  CHATDESK_CLIENT_ID: text('', "the deployment's chatdesk app; organizations may bring their own"),
  CHATDESK_CLIENT_SECRET: secret('its client secret, which also signs its webhooks'),
  TICKETDESK_BASE_URL: text('https://{subdomain}.zendesk.com', 'ticket helpdesk; {subdomain} is filled in'),
  TICKETDESK_CLIENT_ID: text('', "the deployment's ticketdesk OAuth client; organizations may bring their own"),
  TICKETDESK_CLIENT_SECRET: secret('its client secret'),
  CLOUD_DRIVE_API_URL: text('https://www.googleapis.com/drive/v3', 'cloud drive: API'),
  CLOUD_DRIVE_AUTHORIZE_URL: text(
    'https://accounts.google.com/o/oauth2/v2/auth',
    'cloud drive: where an admin grants access',
  ),
  CLOUD_DRIVE_TOKEN_URL: text(
    'https://oauth2.googleapis.com/token',
    'cloud drive: code for token; what revokes it is beside it',
  ),
  CLOUD_DRIVE_CLIENT_ID: text('', "the deployment's OAuth client for the drive; organizations may bring their own"),
  CLOUD_DRIVE_CLIENT_SECRET: secret('its client secret'),
  CLOUD_DRIVE_SERVICE_ACCOUNT: secret(
    'key of a service account, its JSON or the path of its file: a drive without OAuth',
  ),
  CLOUD_DRIVE_SERVICE_ACCOUNT_FOR: text(
    '',
    'comma list of ids of the organizations that may read what is shared with the service account; empty: all of them',
  ),
  EMAIL_INBOUND_SECRET: secret('whsec_…: signs message/rfc822 deliveries; generated into DATA_DIR'),
  EMAIL_INBOUND_BASIC: secret('user:password for Postmark-shaped deliveries; empty: that format is refused'),
  EMAIL_INBOUND_DOMAIN: text('localhost', 'domain of the addresses that customers’ mail is forwarded to'),
  SMTP_URL: secret('smtp://user:password@host:port for outbound mail; empty: mail is not sent, and shown as such'),
  MAIL_FROM: text('', 'sender of mail that answers no particular address; default support@EMAIL_INBOUND_DOMAIN'),
  SMTP_LISTEN: Type.String({
    default: '',
    pattern: '^([^:]+|\\[[0-9a-fA-F:.]+\\]):[0-9]{1,5}$|^$',
    description:
      'address:port (127.0.0.1:2525) at which mail is received by SMTP; empty: it is received by the webhook alone',
  }),
  DNS_SERVERS: text(
    '',
    'comma list of resolvers (address or address:port) for domain verification; empty: the system’s',
  ),
  BLOB_STORE: choice(
    ['file', 's3'],
    'file',
    'where uploaded files are kept: in DATA_DIR, or in a bucket, which ROLE=api and ROLE=worker on two machines need',
  ),
  S3_ENDPOINT: text('', 'address of the object storage without the bucket: https://s3.eu-central-1.amazonaws.com'),
  S3_BUCKET: text('', 'the bucket; it must exist'),
  S3_REGION: text('us-east-1', 'its region, as the storage calls it; auto where it has none'),
  S3_ACCESS_KEY_ID: text('', 'a key that may get, put, delete and list in that bucket'),
  S3_SECRET_ACCESS_KEY: secret('its secret'),
  EMBEDDINGS: choice(
    ['embedded', 'provider', 'off'],
    'embedded',
    'finds passages by meaning too: with a model in the package, or AI_EMBEDDING_MODEL; off: by words alone',
  ),
  AI_PROVIDER: choice(
    ['embedded', 'openai_compatible', 'anthropic'],
    'embedded',
    'who words the answers: the engine in the package, or a language model',
  ),
  AI_BASE_URL: text(
    '',
    'address of the OpenAI-compatible API, with its version: http://localhost:11434/v1; or of a proxy for Anthropic',
  ),
  AI_API_KEY: secret('its key, or that of Anthropic'),
  AI_CHAT_MODEL: text('', 'the model that words answers'),
  AI_TIMEOUT_SECONDS: Type.Integer({
    default: 20,
    minimum: 1,
    maximum: 45,
    description: 'how long an answer waits for its words, repeated attempts included; then it is the quoted section',
  }),
  AI_TOKENS_PER_TURN: Type.Integer({
    default: 12_000,
    minimum: 2_000,
    description: 'tokens for the words of one answer, in and out, repeated attempts included',
  }),
  AI_TOKENS_PER_CONVERSATION: number(
    100_000,
    'tokens of a conversation until people take it or hand it back; then it goes to people; 0: no limit',
  ),
  AI_TOKENS_PER_DAY: number(
    2_000_000,
    'tokens of an organization in a day (UTC); then its conversations go to people; 0: no limit',
  ),
  AI_EMBEDDING_MODEL: text('', 'the model that EMBEDDINGS=provider uses'),
  EGRESS_ALLOW: text('', 'comma list of hosts, host:port, or networks that may be reached although private'),
  EGRESS_ALLOW_METADATA: choice(
    ['0', '1'],
    '0',
    '1: a cloud metadata address that EGRESS_ALLOW names exactly may be reached',
  ),
  HEALTH_FILE: text(
    '',
    'touched every ten seconds while this process reaches its database; for the health check of a worker',
  ),
  METRICS_TOKEN: secret('bearer token for /metrics; empty: loopback only'),
  RATE_LIMIT_PER_MINUTE: Type.Integer({
    default: 600,
    minimum: 1,
    description: 'calls of one caller; an organization has five times as many, strangers at one address a tenth',
  }),
  STORAGE_QUOTA_MB: Type.Integer({
    default: 10_240,
    minimum: 1,
    description:
      'megabytes of documents that one organization may keep, with the versions in progress, and as many of attachments',
  }),
  TRUSTED_PROXIES: text(
    '',
    'comma list of addresses, networks, or loopback, linklocal, uniquelocal, whose X-Forwarded-For is believed',
  ),
  LOG_LEVEL: choice(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'info',
    'least severity that is logged',
  ),
  REGISTRATION: choice(['open', 'invite'], 'open', 'invite: registering needs an invitation'),
  OIDC_REDIRECT_URIS: text(
    '',
    'comma list: further addresses, beside PUBLIC_URL/auth/callback, that an identity provider may return to',
  ),
  PASSWORD_MIN_LENGTH: number(8, 'characters; 15 meets NIST 800-63B-4 for passwords alone'),
});

/** Returns the text of `.env.example`. `npx node bin/env-example.ts` writes the file, and a test compares it. */
export function configReference(): string {
  const lines = Object.entries<TSchema>(ConfigSchema.properties).map(([name, schema]) => {
    const { description, default: fallback } = schema as { description?: string; default?: string | number };
    return `# ${description ?? ''}\n# ${name}=${fallback ?? ''}\n`;
  });
  const providers = Object.entries(providerVariables).map(
    ([suffix, description]) => `# ${description}\n# OIDC_<ID>_${suffix}=\n`,
  );
  return (
    '# Generated by `npx node bin/env-example.ts`: every variable with its default. Copy to .env what you ' +
    `change.\n\n${[...lines, ...providers].join('\n')}`
  );
}
