import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { obedientlyAdded, type FakeClaim, type Material, materialOf, quoting } from './language-model-words.ts';
import { recordOf, type RecordOf } from './record.ts';

/** A request that the model received, in either dialect. */
export type ModelCall = {
  dialect: 'openai' | 'anthropic' | 'list';
  headers: Record<string, string>;
  body: Record<string, any>;
  instructions: string;
  material: Material;
};

/**
 * The faults: `status` refuses, `slow` answers late, `hold` not before the test lets it, `hang` never, `cut` breaks the connection
 * in the middle of the body, `no-json` answers with prose instead of JSON, `wrong-shape` with JSON of another form, `half-json`
 * with truncated JSON, `not-the-protocol` with 200 and an HTML page. `filtered` gives no answer,
 * `declines` explains in prose why it gives no answer.
 * `at-limit` stops at the limit of tokens, without text or with half of it. `fenced` and `thinking` put Markdown and thoughts
 * around the JSON; `miscounted` reports these token counts, `uncounted` none.
 */
export type ModelFault =
  | { kind: 'status'; status: number; headers?: Record<string, string>; code?: string }
  | { kind: 'slow'; milliseconds: number }
  | { kind: 'hold'; until: Promise<unknown> }
  | { kind: 'hang' | 'cut' | 'no-json' | 'wrong-shape' | 'half-json' | 'not-the-protocol' }
  | { kind: 'filtered' | 'declines' }
  | { kind: 'at-limit'; text: 'none' | 'half' }
  | { kind: 'miscounted'; tokens: unknown }
  | { kind: 'fenced' | 'thinking' | 'uncounted' };

export type Wording = { unanswerable: boolean; sentences: FakeClaim[]; [extra: string]: unknown };
type Script = { when: string; say: Wording | ((material: Material) => Wording) };

export type FakeModel = {
  /** The environment of a desk that uses this model. */
  environment: Record<string, string>;
  url: string;
  key: string;
  model: string;
  calls: RecordOf<ModelCall>;
  /** Sets the answer to messages that contain `when`; the last script counts. By default the model quotes the first section. */
  script(when: string, say: Script['say']): void;
  /** From now on follows the instructions in documents and messages. */
  obey(): void;
  failNext(fault: ModelFault, times?: number): void;
  failAlways(fault: ModelFault | null): void;
  reset(): void;
  close(): Promise<void>;
};

/** A server that speaks OpenAI's chat completions and Anthropic's messages on loopback, and misbehaves on demand. */
export async function startLanguageModel(): Promise<FakeModel> {
  const [key, model] = ['sk-fake-4f1c0c7e9a', 'fake-1'];
  const calls = recordOf<ModelCall>();
  const scripts: Script[] = [];
  const faults: ModelFault[] = [];
  let always: ModelFault | null = null;
  let obedient = false;
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request);
    if (!isOurs(call, key)) return send(response, 401, { error: { message: 'Unknown key.' } });
    if (call.dialect === 'list') return send(response, 200, { data: [{ id: model }] });
    calls.add(call);
    const fault = always ?? faults.shift();
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'slow') await pause(fault.milliseconds);
    if (fault?.kind === 'hold') await fault.until;
    if (fault?.kind === 'status')
      return send(
        response,
        fault.status,
        { error: { message: `No, ${call.instructions}`, code: fault.code } },
        fault.headers,
      );
    if (fault?.kind === 'not-the-protocol') return send(response, 200, '<html><p>Welcome</p></html>');
    const said = spoilt(fault, JSON.stringify(wordingFor(call)));
    const isDeclined = fault?.kind === 'filtered' || fault?.kind === 'declines';
    const answer = fault?.kind === 'at-limit' ? stoppedAtLimit(call, said) : answerTo(call, said);
    const whole = isDeclined ? declinedBy(call, said) : answer;
    const written = JSON.stringify(fault?.kind === 'uncounted' ? { ...Object(whole), usage: undefined } : whole);
    const body =
      fault?.kind === 'miscounted' ? written.replaceAll(/(?<=_tokens":)\d+/g, JSON.stringify(fault.tokens)) : written;
    if (fault?.kind === 'cut') return cut(response, body);
    return send(response, 200, body);
  }

  function wordingFor({ material, instructions }: ModelCall): Wording {
    const script = scripts.findLast(({ when }) => (material.message || material.everything).includes(when));
    const say = script?.say ?? { unanswerable: false, sentences: quoting(material) };
    const wording = typeof say === 'function' ? say(material) : say;
    if (!obedient) return wording;
    return { ...wording, ...obedientlyAdded(material, instructions, wording.sentences) };
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/v1`;
  return {
    environment: { AI_PROVIDER: 'openai_compatible', AI_BASE_URL: url, AI_API_KEY: key, AI_CHAT_MODEL: model },
    url,
    key,
    model,
    calls,
    script: (when, say) => void scripts.push({ when, say }),
    obey: () => void (obedient = true),
    failNext: (fault, times = 1) => void faults.push(...Array.from({ length: times }, () => fault)),
    failAlways: (fault) => void (always = fault),
    reset() {
      always = null;
      obedient = false;
      faults.length = 0;
      scripts.length = 0;
      calls.clear();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readCall(request: IncomingMessage): Promise<ModelCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, any>;
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const dialect = dialectOf(request.url ?? '');
  const messages: { role: string; content: unknown }[] = body['messages'] ?? [];
  const system = dialect === 'anthropic' ? body['system'] : messages.find(({ role }) => role === 'system')?.content;
  const said = messages.filter(({ role }) => role === 'user').map(({ content }) => textOf(content));
  return { dialect, headers, body, instructions: textOf(system), material: materialOf(said.join('\n')) };
}

function dialectOf(url: string): ModelCall['dialect'] {
  if (url === '/v1/chat/completions') return 'openai';
  if (url === '/v1/messages') return 'anthropic';
  if (/^\/v1\/models(?:\?|$)/.test(url)) return 'list';
  throw new Error(`The fake model has no ${url}.`);
}

const isOurs = ({ headers }: ModelCall, key: string) =>
  headers['authorization'] === `Bearer ${key}` || headers['x-api-key'] === key;

const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? '').join('\n') : '';
};

function spoilt(fault: ModelFault | undefined, json: string): string {
  switch (fault?.kind) {
    case 'no-json':
      return 'Sure! You can reset your password on the sign-in page.';
    case 'wrong-shape':
      return '{"answer":"You can reset your password on the sign-in page."}';
    case 'half-json':
      return json.slice(0, json.length / 2);
    case 'fenced':
      return '```json\n' + json + '\n```';
    case 'thinking':
      return `<think>\nThe passage says it.\n</think>\n\n${json}`;
    case 'at-limit':
      return fault.text === 'none' ? '' : json.slice(0, json.length / 2);
    case 'filtered':
      return '';
    case 'declines':
      return 'I cannot help with that.';
    case 'miscounted':
    case 'uncounted':
    case 'status':
    case 'slow':
    case 'hold':
    case 'hang':
    case 'cut':
    case 'not-the-protocol':
    case undefined:
      return json;
  }
}

interface SpokenAnswer {
  message: Record<string, unknown>;
  content: readonly Record<string, unknown>[];
  /** Why the model stopped, in the terms of OpenAI and of Anthropic. */
  stop: readonly [openai: string, anthropic: string];
  tokens: number;
}

/** The answer in the form of the dialect. */
function spoken({ dialect, body }: ModelCall, { message, content, stop, tokens }: SpokenAnswer): unknown {
  const [finish_reason, stop_reason] = stop;
  if (dialect === 'openai')
    return {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: body['model'],
      choices: [{ index: 0, finish_reason, message: { role: 'assistant', ...message } }],
      usage: { prompt_tokens: 700, completion_tokens: tokens, total_tokens: 700 + tokens },
    };
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: body['model'],
    content,
    stop_reason,
    stop_sequence: null,
    usage: { input_tokens: 700, output_tokens: tokens },
  };
}

const textBlocks = (text: string) => (text === '' ? [] : [{ type: 'text', text }]);

function answerTo(call: ModelCall, text: string): unknown {
  const tool = call.body['tools']?.[0];
  const content = tool
    ? { type: 'tool_use', id: 'toolu_1', name: tool.name, input: asObject(text) }
    : { type: 'text', text };
  const stop = ['stop', tool ? 'tool_use' : 'end_turn'] as const;
  return spoken(call, { message: { content: text }, content: [content], stop, tokens: 80 });
}

/** As the vendors report that the model has used all tokens that it may write, perhaps for thoughts alone. */
function stoppedAtLimit(call: ModelCall, text: string): unknown {
  const stop = ['length', 'max_tokens'] as const;
  return spoken(call, { message: { content: text }, content: textBlocks(text), stop, tokens: 1_200 });
}

/** As the vendors report that the model or a filter gives no answer. `said` is empty or prose. */
function declinedBy(call: ModelCall, said: string): unknown {
  const message = { content: null, ...(said === '' ? {} : { refusal: said }) };
  const stop = [said === '' ? 'content_filter' : 'stop', 'refusal'] as const;
  return spoken(call, { message, content: textBlocks(said), stop, tokens: 0 });
}

function asObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

function cut(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.write(body.slice(0, body.length / 2), () => response.destroy());
}
