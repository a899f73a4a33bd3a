import type { TestServer } from './server.ts';
import type { Answer } from './world.ts';

/** A browser at our desk: stores the cookies that it receives, and sends them with the requests of its page. */
export class Browser {
  private readonly server: TestServer;
  readonly cookies = new Map<string, string>();

  constructor(server: TestServer) {
    this.server = server;
  }

  async asks(method: 'GET' | 'POST', path: string, body?: object, headers: Record<string, string> = {}) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.server.app.inject({
      method,
      url: path,
      headers: { ...(cookie ? { cookie } : {}), ...headers },
      ...(body ? { payload: body } : {}),
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    const result: Answer = {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      body: answer.body ? answer.json() : undefined,
    };
    return result;
  }

  /** Begins a sign-in. With `token`, begins to add an identity to its owner's account. */
  starts(provider: string, { token, query = '' }: { token?: string; query?: string } = {}) {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    return this.asks('GET', `/api/auth/oauth/${provider}/start${query}`, undefined, headers);
  }

  /** Exchanges the parameters of the address to which the provider redirected. */
  returns(provider: string, params: Record<string, string>, headers: Record<string, string> = {}) {
    return this.asks('POST', `/api/auth/oauth/${provider}/exchange`, { callback_params: params }, headers);
  }
}

export const paramsOf = (url: URL): Record<string, string> => Object.fromEntries(url.searchParams);
