import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

export interface IdentityProviderOptions {
  clientId: string;
  clientSecret: string;
  redirectUris: string[];
  /** Maps logins to the claims about the person. Tests may change it while the provider runs. */
  people: Record<string, Record<string, unknown>>;
  /** Whether the ID token contains all claims, as many do although they should not; otherwise only userinfo does. */
  tellsInToken?: boolean;
  /** 0 chooses a free port. */
  port?: number;
}

export interface RunningIdentityProvider {
  issuer: string;
  people: IdentityProviderOptions['people'];
  /** The requested paths, in order. */
  asked: string[];
  /** Acts as a person with a browser: follows the address, signs in and agrees. Returns the address of the final redirect. */
  signsIn(authorizationUrl: string, login: string): Promise<URL>;
  /** The same, but the person denies consent. */
  refuses(authorizationUrl: string): Promise<URL>;
  close(): Promise<void>;
}

/** The certified `oidc-provider` on loopback, with its development pages for signing in. */
export async function startIdentityProvider(options: IdentityProviderOptions): Promise<RunningIdentityProvider> {
  const asked: string[] = [];
  let answer: ReturnType<Provider['callback']> | undefined;
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${new URL(request.url ?? '/', 'http://provider').pathname}`);
    void answer?.(request, response);
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  answer = new Provider(issuer, configurationOf(options)).callback();
  return {
    issuer,
    people: options.people,
    asked,
    signsIn: (address, login) => walk(address, options.redirectUris, [{ prompt: 'login', login, password: 'any' }]),
    refuses: (address) => walk(address, options.redirectUris, 'abort'),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function configurationOf(options: IdentityProviderOptions): Configuration {
  return {
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: options.redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !options.tellsInToken,
    cookies: { keys: ['a key of the test'] },
    pkce: { required: () => true },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...options.people[id] }),
    }),
  };
}

// The pages are forms. Fills in each one, until the provider redirects the browser back to us.
async function walk(address: string, redirectUris: string[], forms: 'abort' | Record<string, string>[]): Promise<URL> {
  const answers = forms === 'abort' ? [] : [...forms, { prompt: 'consent' }];
  const cookies = new Map<string, string>();
  let url = new URL(address);
  let form: Record<string, string> | null = null;
  for (let step = 0; step < 12; step += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const text = await response.text();
    const location = response.headers.get('location');
    if (location) {
      url = new URL(location, url);
      form = null;
      if (redirectUris.some((each) => location.startsWith(each))) return url;
    } else if (response.status === 200 && url.pathname.startsWith('/interaction/')) {
      if (forms === 'abort') url = new URL(`${url.pathname}/abort`, url);
      else form = answers.shift() ?? null;
    } else throw new Error(`The provider answered ${response.status}: ${text.slice(0, 500)}`);
  }
  throw new Error('The provider sends the browser in circles.');
}
