import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Role } from '@desk/contract/access';
import { inject, startServer, type TestOptions, type TestServer } from './server.ts';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: any;
  text: string;
}

/** A person with an account. Every call sends their token and, if they belong to several organizations, the organization. */
export class Caller {
  readonly server: TestServer;
  readonly name: string;
  readonly token: string;
  readonly userId: string;
  readonly organizationId: string;

  constructor(server: TestServer, who: { name: string; token: string; userId: string; organizationId: string }) {
    this.server = server;
    this.name = who.name;
    this.token = who.token;
    this.userId = who.userId;
    this.organizationId = who.organizationId;
  }

  async calls(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const answer = await inject(this.server.app, {
      method,
      url: path,
      headers: { ...(this.token ? { authorization: `Bearer ${this.token}` } : {}), ...headers },
      ...(body === undefined ? {} : { payload: body as never }),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      body: answer.body && /json/.test(String(answer.headers['content-type'])) ? answer.json() : answer.body,
    };
  }

  gets = (path: string, status = 200) => this.expects('GET', path, { status });
  posts = (path: string, body: unknown, status = 201) => this.expects('POST', path, { body, status });
  puts = (path: string, body: unknown, status = 200) => this.expects('PUT', path, { body, status });
  patches = (path: string, body: unknown, status = 200) => this.expects('PATCH', path, { body, status });
  deletes = (path: string, status = 204) => this.expects('DELETE', path, { status });

  /** The body of a reply, which must have the expected status. */
  private async expects(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    { body, status }: { body?: unknown; status: number },
  ): Promise<any> {
    const answer = await this.calls(method, path, body);
    assert.equal(answer.status, status, `${this.name} ${method} ${path}: ${answer.text}`);
    return answer.body;
  }
}

/**
 * The named cast. Org Birch: Ada is its admin, Wim a workspace admin, Max a member. Org Cedar: Mallory is its admin and
 * nobody of Birch belongs to it. `nobody` has no token.
 */
export async function createWorld(server: TestServer) {
  const ada = await registers(server, 'Ada', 'Birch');
  const mallory = await registers(server, 'Mallory', 'Cedar');
  const wim = await joins(server, 'Wim', { of: ada, role: 'workspace_admin' });
  const max = await joins(server, 'Max', { of: ada, role: 'member' });
  const nobody = new Caller(server, { name: 'Nobody', token: '', userId: '', organizationId: '' });
  return {
    birch: { organizationId: ada.organizationId },
    cedar: { organizationId: mallory.organizationId },
    ada,
    wim,
    max,
    mallory,
    nobody,
  };
}
export type World = Awaited<ReturnType<typeof createWorld>>;

/** Starts a server with the cast for a test file, passes it to `take` before the tests, and closes it after them. */
export function inWorld(take: (made: { server: TestServer; world: World }) => void, options?: TestOptions): void {
  let server: TestServer | undefined;
  before(async () => {
    server = await startServer(options);
    take({ server, world: await createWorld(server) });
  });
  after(() => server?.close());
}

export async function registers(server: TestServer, name: string, organization: string): Promise<Caller> {
  const session = await register(server, { name, organization_name: organization });
  return callerOf(server, name, session, session.user.scope.organization_id);
}

/** Adds a colleague: an admin invites them, and they register with the link. */
export async function joins(
  server: TestServer,
  name: string,
  { of, role, workspaceId }: { of: Caller; role: Role; workspaceId?: string },
): Promise<Caller> {
  const wish = { email: addressOf(name), role, ...(workspaceId === undefined ? {} : { workspace_id: workspaceId }) };
  const { invitation_url } = await of.posts('/api/invitations', wish);
  const session = await register(server, { name, invitation_token: tokenIn(invitation_url) });
  return callerOf(server, name, session, of.organizationId);
}

export const addressOf = (name: string): string => `${name.toLowerCase()}@example.test`;
export const password = 'a long enough passphrase 7';

/** The token of the link in a mail or a reply. */
export const tokenIn = (text: string): string =>
  /[?&]token=(\w+)/.exec(text)?.[1] ?? assert.fail(`no link in: ${text}`);

async function register(
  server: TestServer,
  body: { name: string; organization_name: string } | { name: string; invitation_token: string },
): Promise<any> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    payload: { ...body, email: addressOf(body.name), password },
  });
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json();
}

const callerOf = (server: TestServer, name: string, session: any, organizationId: string) =>
  new Caller(server, { name, token: session.access_token, userId: session.user.id, organizationId });
