import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { faultPlan, type Fault, type FaultScope } from './faults.ts';
import { recordOf, type RecordOf } from './record.ts';

/** One received call, with its time of arrival and the status of its answer (0: no answer). */
export type VendorCall = {
  at: Date;
  method: string;
  path: string;
  /** The pattern that matched, such as `POST /conversations/:id/reply`; empty if none matched. */
  route: string;
  params: Record<string, string>;
  query: URLSearchParams;
  headers: Record<string, string>;
  raw: Buffer;
  body: Record<string, unknown>;
  acted: boolean;
  status: number;
};

/** A body of bytes is sent unchanged, any other as JSON. */
export type VendorAnswer = { status: number; body?: unknown; headers?: Record<string, string> };
export type VendorRoutes = Record<string, (call: VendorCall) => VendorAnswer>;
export type VendorDialect = {
  routes: VendorRoutes;
  notFound: VendorAnswer;
  headers?: (call: VendorCall) => Record<string, string>;
};

export type VendorServer = {
  url: string;
  calls: RecordOf<VendorCall>;
  failNext(fault: Fault, scope?: FaultScope): void;
  clearFaults(): void;
  close(): Promise<void>;
};

/** An HTTP server on a free loopback port that speaks one vendor's dialect and records every call, including wrong ones. */
export async function startVendorServer(dialect: VendorDialect): Promise<VendorServer> {
  const calls = recordOf<VendorCall>();
  const faults = faultPlan();
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request, Object.keys(dialect.routes));
    const fault = faults.take(call.route);
    if (fault?.kind === 'delay') await pause(fault.milliseconds);
    if (fault?.kind === 'hold') await fault.until;
    const answer = answerTo(dialect, call, fault);
    call.status = answer?.status ?? 0;
    calls.add(call);
    if (answer) send(response, answer, dialect.headers?.(call) ?? {});
    else if (fault?.kind !== 'hang') request.socket.destroy();
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    failNext: (fault, scope) => faults.add(fault, scope),
    clearFaults: () => faults.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Acts unless the fault prevents it; `undefined` means that the caller gets no answer. */
function answerTo(dialect: VendorDialect, call: VendorCall, fault: Fault | undefined): VendorAnswer | undefined {
  const act = (): VendorAnswer => {
    const handle = dialect.routes[call.route];
    call.acted = handle !== undefined;
    return handle ? handle(call) : dialect.notFound;
  };
  switch (fault?.kind) {
    case 'answer':
      return fault;
    case 'act-then-answer':
      act();
      return fault;
    case 'drop-answer':
      act();
      return undefined;
    case 'reset':
    case 'hang':
      return undefined;
    case 'delay':
    case 'hold':
    case undefined:
      return act();
  }
}

async function readCall(request: IncomingMessage, patterns: string[]): Promise<VendorCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const raw = Buffer.concat(chunks);
  const url = new URL(request.url ?? '/', 'http://vendor');
  const method = request.method ?? 'GET';
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const matched = patterns.flatMap((pattern) => matchRoute(pattern, method, url.pathname)).at(0);
  return {
    at: new Date(),
    method,
    path: url.pathname,
    route: matched?.pattern ?? '',
    params: matched?.params ?? {},
    query: url.searchParams,
    headers,
    raw,
    body: readBody(raw, headers['content-type'] ?? ''),
    acted: false,
    status: 0,
  };
}

function matchRoute(
  pattern: string,
  method: string,
  path: string,
): { pattern: string; params: Record<string, string> }[] {
  const [wantedMethod = '', template = ''] = pattern.split(' ');
  const wanted = template.split('/');
  const given = path.split('/');
  if (wantedMethod !== method || wanted.length !== given.length) return [];
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return [];
  }
  return [{ pattern, params }];
}

function readBody(raw: Buffer, contentType: string): Record<string, unknown> {
  if (raw.length === 0) return {};
  if (contentType.includes('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(raw.toString()));
  try {
    const parsed: unknown = JSON.parse(raw.toString());
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function send(response: ServerResponse, answer: VendorAnswer, headers: Record<string, string>): void {
  const body = Buffer.isBuffer(answer.body) ? answer.body : textOf(answer.body);
  response.writeHead(answer.status, {
    'content-type': 'application/json; charset=utf-8',
    ...headers,
    ...answer.headers,
  });
  response.end(body);
}

const textOf = (body: unknown): string => (body === undefined ? '' : JSON.stringify(body));
