/** An OpenID Connect provider that the operator configured. `id` is its part of our paths. */
export interface IdentityProvider {
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Whether an address that it has verified may create an account. */
  readonly isTrusted: boolean;
}

/** The suffixes of the variables `OIDC_<ID>_…`; a provider needs the first three. */
export const providerVariables = {
  ISSUER: 'identity provider for sign-in: its issuer, exactly as its discovery document says; https',
  CLIENT_ID: 'our client there',
  CLIENT_SECRET: 'its secret',
  NAME: 'what people read on the button; default the <ID>',
  TRUSTED:
    'true: a verified address from it may create an account; otherwise it only signs in to accounts linked to it',
};
type Suffix = keyof typeof providerVariables;

/** Reads the variables of all providers, sorted by id. Throws with the name of the variable that is missing or wrong. */
export function readIdentityProviders(environment: Record<string, string>): IdentityProvider[] {
  const ids = Object.keys(environment).flatMap((name) => pattern.exec(name)?.[1] ?? []);
  return [...new Set(ids)].sort().map((id) => readProvider(id, environment));
}

/**
 * Returns the addresses to which a provider may send the browser back. They are compared literally; the first is the web client's
 * own page. Throws when one could not be registered at a provider.
 */
export function readRedirectUris(publicUrl: string, list: string): string[] {
  const more = list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const odd = more.find((text) => !URL.canParse(text) || /[?#]/.test(text));
  if (odd) throw new Error(`OIDC_REDIRECT_URIS must be absolute URLs without a query; this one is not: ${odd}`);
  return [`${publicUrl}/auth/callback`, ...more];
}

const pattern = new RegExp(`^OIDC_([A-Z0-9]+(?:_[A-Z0-9]+)*)_(?:${Object.keys(providerVariables).join('|')})$`);

function readProvider(id: string, environment: Record<string, string>): IdentityProvider {
  const nameOf = (suffix: Suffix) => `OIDC_${id}_${suffix}`;
  const needed = (suffix: Suffix) => {
    const value = environment[nameOf(suffix)];
    if (!value) throw new Error(`${nameOf(suffix)} is missing: an identity provider needs all three.`);
    return value;
  };
  return {
    id: id.toLowerCase().replaceAll('_', '-'),
    name: environment[nameOf('NAME')] ?? id,
    issuer: checkedIssuer(nameOf('ISSUER'), needed('ISSUER')),
    clientId: needed('CLIENT_ID'),
    clientSecret: needed('CLIENT_SECRET'),
    isTrusted: readFlag(nameOf('TRUSTED'), environment[nameOf('TRUSTED')] ?? 'false'),
  };
}

// Without TLS, anyone on the network between us and the provider could forge a sign-in. On one machine there is no network between.
function checkedIssuer(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname));
  if (isSafe && !url.username && !url.search && !url.hash) return text;
  throw new Error(`${name} must be an https URL without query; http only on this machine.`);
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function readFlag(name: string, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new Error(`${name} must be true or false.`);
}
