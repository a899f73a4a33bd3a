import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startLanguageModel, type FakeModel, type ModelFault } from '../../../test/providers/language-model.ts';
import type { LanguageModel, WritingTask } from './language-model.ts';
import { openLanguageModel } from './open-language-model.ts';

let fake: FakeModel;
let model: LanguageModel;
const warnings: unknown[] = [];
const log = { warn: (facts: unknown) => void warnings.push(facts) };
before(async () => {
  fake = await startLanguageModel();
});
beforeEach(() => {
  fake.reset();
  warnings.length = 0;
  model = open();
});
after(() => fake.close());

function open(changes: Partial<Parameters<typeof openLanguageModel>[0]> = {}): LanguageModel {
  const opened = openLanguageModel(
    {
      AI_PROVIDER: 'openai_compatible',
      AI_BASE_URL: fake.url,
      AI_API_KEY: fake.key,
      AI_CHAT_MODEL: fake.model,
      EGRESS_ALLOW: '',
      EGRESS_ALLOW_METADATA: '0',
      PORT: 0,
      DATABASE_URL: '',
      ...changes,
    },
    log,
  );
  assert.ok(opened);
  return opened;
}

const task = (changes: Partial<WritingTask<string>> = {}): WritingTask<string> => ({
  instructions: 'Put it into words.',
  material: '=== f section 1\nTitle\n\nThe link works once.\n=== f end\n\n=== f customer message\nhow?\n=== f end',
  schema: { type: 'object', additionalProperties: false, required: ['sentences'], properties: { sentences: {} } },
  read: (value) => (value as { sentences?: { text: string }[] }).sentences?.[0]?.text ?? null,
  withinMilliseconds: 20_000,
  mostTokens: 10_000,
  ...changes,
});

test('the answer comes with the tokens that the provider counted', async () => {
  const written = await model.write(task());
  assert.deepEqual(written, { kind: 'written', value: 'The link works once.', tokens: { input: 700, output: 80 } });
  const [call] = fake.calls.all;
  assert.equal(call?.body['response_format'].type, 'json_schema');
  assert.deepEqual([call?.body['temperature'], call?.body['stream']], [0, undefined]);
  assert.equal(call?.instructions, 'Put it into words.');
});

test('Anthropic is called with its own protocol and header', async () => {
  const written = await open({ AI_PROVIDER: 'anthropic', AI_CHAT_MODEL: 'claude-sonnet-4-5' }).write(task());
  assert.deepEqual(written, { kind: 'written', value: 'The link works once.', tokens: { input: 700, output: 80 } });
  const [call] = fake.calls.all;
  assert.equal(call?.dialect, 'anthropic');
  assert.equal(call?.headers['x-api-key'], fake.key);
  assert.equal(call?.instructions, 'Put it into words.');
});

const passing: [ModelFault, calls: number][] = [
  [{ kind: 'status', status: 500 }, 2],
  [{ kind: 'status', status: 429, headers: { 'retry-after': '0' } }, 2],
  [{ kind: 'cut' }, 2],
  [{ kind: 'no-json' }, 2],
  [{ kind: 'half-json' }, 2],
  [{ kind: 'wrong-shape' }, 2],
  [{ kind: 'not-the-protocol' }, 2],
  [{ kind: 'status', status: 400 }, 2],
];
for (const [fault, calls] of passing)
  test(`after ${Object.values(fault).slice(0, 2).join(' ')} a second attempt succeeds`, async () => {
    fake.failNext(fault);
    const written = await model.write(task());
    assert.equal(written.kind, 'written', JSON.stringify(written));
    assert.equal(fake.calls.all.length, calls);
  });

for (const kind of ['fenced', 'thinking'] as const)
  test(`a ${kind} response is read nevertheless`, async () => {
    fake.failAlways({ kind });
    const written = await model.write(task());
    assert.deepEqual(written, { kind: 'written', value: 'The link works once.', tokens: { input: 700, output: 80 } });
    assert.equal(fake.calls.all.length, 1);
  });

const miscounts: [reported: number, input: [number, number], output: [number, number]][] = [
  [-700, [20, 60], [10, 60]],
  [2_000_000_000, [1_000, 5_000], [1_200, 20_000]],
  [1e300, [1_000, 5_000], [1_200, 20_000]],
  [80.5, [81, 81], [81, 81]],
];
for (const [reported, input, output] of miscounts)
  test(`${reported} tokens cannot be: what the request could have used at most is counted, and the log says so`, async () => {
    fake.failAlways({ kind: 'miscounted', tokens: reported });
    const { kind, tokens } = await model.write(task());
    assert.equal(kind, 'written');
    assert.ok(tokens.input >= input[0] && tokens.input <= input[1], `${tokens.input}`);
    assert.ok(tokens.output >= output[0] && tokens.output <= output[1], `${tokens.output}`);
    assert.ok(Number.isInteger(tokens.input + tokens.output));
    assert.deepEqual(warnings, [{ reported: { inputTokens: reported, outputTokens: reported } }]);
  });

test('token counts that are no numbers use up no budget', async () => {
  fake.failAlways({ kind: 'miscounted', tokens: '2000000' });
  const { tokens } = await model.write(task());
  assert.ok(tokens.input + tokens.output < 5_000, JSON.stringify(tokens));
});

test('where the provider counts no tokens, those of the request and of the answer are estimated', async () => {
  fake.failNext({ kind: 'uncounted' });
  const { tokens } = await model.write(task());
  assert.ok(tokens.input > 20 && tokens.input < 60, `${tokens.input}`);
  assert.ok(tokens.output > 10 && tokens.output < 60, `${tokens.output}`);
});

test('a server that refuses schemas gets requests without one from then on', async () => {
  fake.failNext({ kind: 'status', status: 400 });
  await model.write(task());
  await model.write(task());
  const formats = fake.calls.all.map(({ body }) => [body['response_format'].type, body['temperature']]);
  assert.deepEqual(formats, [
    ['json_schema', 0],
    ['json_object', undefined],
    ['json_object', undefined],
  ]);
});

const lasting: [ModelFault, why: string, calls: number, changes?: Partial<WritingTask<string>>][] = [
  [{ kind: 'status', status: 503, headers: { 'retry-after': '0' } }, 'unavailable', 3],
  [{ kind: 'status', status: 429, headers: { 'retry-after': '60' } }, 'rate_limited', 1],
  [{ kind: 'status', status: 429, headers: { 'retry-after': '0' } }, 'rate_limited', 3],
  [{ kind: 'status', status: 404 }, 'refused', 1],
  [{ kind: 'status', status: 400 }, 'not_understood', 2],
  [{ kind: 'wrong-shape' }, 'malformed', 2],
  [{ kind: 'no-json' }, 'malformed', 2],
  [{ kind: 'hang' }, 'timeout', 1, { withinMilliseconds: 400 }],
  [{ kind: 'slow', milliseconds: 2_000 }, 'timeout', 1, { withinMilliseconds: 400 }],
  [{ kind: 'cut' }, 'budget', 1, { mostTokens: 1_260 }],
];
for (const [fault, why, calls, changes] of lasting)
  test(`repeated ${Object.values(fault).slice(0, 2).join(' ')} fails with ${why} after ${calls} calls`, async () => {
    fake.failAlways(fault);
    const written = await model.write(task(changes));
    assert.equal(written.kind === 'failed' && written.why, why, JSON.stringify(written));
    assert.equal(fake.calls.all.length, calls);
  });

const declining: [name: string, fault: ModelFault, AI_PROVIDER: 'openai_compatible' | 'anthropic'][] = [
  ['a filter that withholds the answer', { kind: 'filtered' }, 'openai_compatible'],
  ['a filter that refuses the request', { kind: 'status', status: 400, code: 'content_filter' }, 'openai_compatible'],
  ['a model that explains itself', { kind: 'declines' }, 'openai_compatible'],
  ['a filter of Anthropic', { kind: 'filtered' }, 'anthropic'],
  ['a model of Anthropic that explains itself', { kind: 'declines' }, 'anthropic'],
];
for (const [name, fault, AI_PROVIDER] of declining)
  test(`${name}: the text counts as declined, is not sent again, and causes no pause`, async () => {
    const declining = open({
      AI_PROVIDER,
      ...(AI_PROVIDER === 'anthropic' ? { AI_CHAT_MODEL: 'claude-sonnet-4-5' } : {}),
    });
    fake.failAlways(fault);
    for (let message = 1; message <= 6; message++) {
      const written = await declining.write(task());
      assert.equal(written.kind === 'failed' && written.why, 'declined', JSON.stringify(written));
      assert.equal(fake.calls.all.length, message);
    }
    fake.failAlways(null);
    assert.equal((await declining.write(task())).kind, 'written');
  });

for (const AI_PROVIDER of ['openai_compatible', 'anthropic'] as const)
  for (const text of ['none', 'half'] as const)
    test(`${AI_PROVIDER} stops at the limit of tokens with ${text} of the text: not sent again, and causes no pause`, async () => {
      const limited = open({
        AI_PROVIDER,
        ...(AI_PROVIDER === 'anthropic' ? { AI_CHAT_MODEL: 'claude-sonnet-4-5' } : {}),
      });
      fake.failAlways({ kind: 'at-limit', text });
      for (let message = 1; message <= 6; message++) {
        const written = await limited.write(task());
        assert.deepEqual(written, { kind: 'failed', why: 'malformed', tokens: { input: 700, output: 1_200 } });
        assert.equal(fake.calls.all.length, message);
      }
      fake.failAlways(null);
      assert.equal((await limited.write(task())).kind, 'written');
    });

test('a wrong key is refused, and the result does not contain it', async () => {
  const written = await open({ AI_API_KEY: 'sk-wrong-0000' }).write(task());
  assert.deepEqual(written, { kind: 'failed', why: 'refused', tokens: { input: 0, output: 0 } });
});

test('an unreachable server is reported, and after five failures calls pause', async () => {
  const unreachable = open({ AI_BASE_URL: 'http://127.0.0.1:9/v1' });
  const outcomes = await Promise.all([unreachable.write(task()), unreachable.write(task())]);
  const after = await unreachable.write(task());
  const whys = [...outcomes, after].map((each) => (each.kind === 'failed' ? each.why : each.kind));
  assert.ok(
    whys.slice(0, 2).every((why) => why === 'unavailable' || why === 'resting'),
    whys.join(),
  );
  assert.equal(whys[2], 'resting');
});

test('only the host that the configuration names may be reached', async () => {
  const redirected = open({ AI_BASE_URL: `http://localhost:${new URL(fake.url).port}/v1` });
  assert.equal((await redirected.write(task())).kind, 'written', 'a name of the operator may lead to this machine');
  fake.failAlways({ kind: 'status', status: 302, headers: { location: 'http://127.0.0.1:9/v1/models' } });
  const written = await model.write(task());
  assert.equal(written.kind === 'failed' && written.why, 'refused');
});

test('closing ends running requests', async () => {
  fake.failAlways({ kind: 'hang' });
  const writing = model.write(task());
  await fake.calls.until((all) => all.length === 1);
  await model.close();
  const written = await writing;
  assert.equal(written.kind, 'failed');
});

test('the operator can check that the server answers, accepts the key and has the model', async () => {
  assert.equal(await model.probe(), 'ok');
  assert.equal(await open({ AI_CHAT_MODEL: 'other' }).probe(), 'model_missing');
  assert.equal(await open({ AI_API_KEY: 'sk-wrong-0000' }).probe(), 'unauthorized');
  assert.equal(await open({ AI_BASE_URL: 'http://127.0.0.1:9/v1' }).probe(), 'unreachable');
  assert.equal(await open({ AI_PROVIDER: 'anthropic' }).probe(), 'ok');
  assert.equal(fake.calls.all.length, 0, 'nothing was written for it');
});
