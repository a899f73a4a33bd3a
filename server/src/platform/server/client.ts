import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound, unavailable } from '../http/errors.ts';
import { sentence } from '../words/sentence.logic.ts';

/** The built web client: a folder with `index.html`, `assets/` and `version`. */
export interface BuiltClient {
  readonly folder: string;
  /** Settles when the folder is complete; rejects when it could not be made. */
  readonly built: Promise<void>;
}

interface ClientPage {
  html: string;
  version: string;
}

const longestWaitMilliseconds = 60_000;

/**
 * Serves the client: `GET /`, its assets, and its page for every address without a route, so that deep links into the client
 * work. The API answers while the client is still being built; a request for a page waits for the build.
 */
export async function mountClient(app: FastifyInstance, { folder, built }: BuiltClient): Promise<void> {
  let page: ClientPage | undefined;
  // Read the files each time: they change when the client is rebuilt while the server runs.
  const load = async (): Promise<ClientPage> => {
    await inTime(built);
    const [html, version] = await Promise.all(
      ['index.html', 'version'].map((name) => readFile(join(folder, name), 'utf8')),
    );
    return (page = { html: html ?? '', version: version ?? '' });
  };
  // Load the version at start-up if nothing has to be built.
  void built.then(load).catch(() => undefined);
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, index: false });
  const show = async (_request: FastifyRequest, reply: FastifyReply) => sendPage(reply, await load());
  app.get('/', { schema: { hide: true } }, show);
  for (const url of ['/assets/*', '/icon.svg', '/mail-frame.css', '/mail-frame.js'])
    app.get(url, { schema: { hide: true } }, sendAsset);
  app.get('/mail-frame.html', { schema: { hide: true } }, sendMailFrame);
  // The client compares it with its own version: “New version – reload”.
  app.addHook('onSend', async (request, reply, payload) => {
    if (page && request.url.startsWith('/api/')) reply.header('x-app-version', page.version);
    return payload;
  });
  app.addHook('preHandler', async (request, reply) => {
    if (request.is404 && wantsPage(request)) return sendPage(reply, await load());
  });
}

async function inTime(built: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(unavailable(sentence`The web client is still being built.`, 5)),
    longestWaitMilliseconds,
  );
  try {
    await Promise.race([built, late.promise]);
  } catch (error) {
    throw error instanceof Error && 'status' in error
      ? error
      : unavailable(sentence`The web client could not be built.`, 60);
  } finally {
    clearTimeout(timer);
  }
}

const notPages = /^\/(api|webhooks|assets|healthz|readyz|metrics)(\/|\?|$)/;

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return !notPages.test(url) && (headers.accept ?? '').includes('text/html');
}

function sendPage(reply: FastifyReply, { html }: ClientPage): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .code(200)
    .headers({ 'content-security-policy': policyWith(nonce), 'cache-control': 'no-cache' })
    .type('text/html; charset=utf-8')
    .send(html.replaceAll('%NONCE%', nonce));
}

/**
 * Allows scripts of this origin only, no inline script and no eval. Style elements need the nonce: Mantine writes its variables
 * into some. Style attributes need no permission, because React sets them through the object model.
 */
const policyWith = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default sandboxed-frame',
  ].join('; ');

// The mail frame shows a customer's markup, with pictures from other hosts if the reader wants them. The client's own policy
// refuses such pictures, so the frame is a sandbox.
const mailFramePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src https: http: data: 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts";

async function sendMailFrame(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.headers({ 'content-security-policy': mailFramePolicy, 'cache-control': 'no-cache' });
  return reply.sendFile('mail-frame.html', { cacheControl: false });
}

// The names of assets contain a hash of their content.
async function sendAsset(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const [path = ''] = request.url.split('?');
  const immutable = path.startsWith('/assets/');
  reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
  if (path.includes('..') || path.includes('%')) throw notFound();
  return reply.sendFile(path.slice(1), { cacheControl: false });
}
