import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startLanguageModel, type FakeModel } from '../../../test/providers/language-model.ts';
import { conversationOf, eventually, setStage, type Stage } from '../../../test/story/stage.ts';

let stage: Stage;
let model: FakeModel;
before(async () => {
  model = await startLanguageModel();
  stage = await setStage({
    environment: {
      ...model.environment,
      // A rehearsal takes 780 tokens, so six of them use up the fifth of this budget that rehearsals have.
      AI_TOKENS_PER_DAY: '20000',
    },
  });
});
beforeEach(() => model.reset());
after(async () => {
  await stage.close();
  await model.close();
});

const base = '/api/knowledge/validation';
const question = 'hi, i forgot my password and cannot sign in. how do i reset it?';
const claim = (text: string) => ({ text, citations: [1], step: false });
const says = (...sentences: string[]) => ({ unanswerable: false, sentences: sentences.map(claim) });
const short = 'You can reset your password when you cannot sign in.';

const simulates = (body: object = {}): Promise<any> =>
  stage.world.max.posts(`${base}/outcome/simulate`, { message: question, ...body }, 200);

test('a case whose repetitions disagree is flaky, and one whose repetitions agree is not', async () => {
  const { wim, max } = stage.world;
  let asked = 0;
  const also = 'Passwords need at least 12 characters.';
  model.script('forgot my password', () => (asked++ % 2 === 0 ? says(short) : says(short, also)));
  const aCase = (id: string, phrase: string) => ({
    id,
    repeat: 2,
    turns: [{ customer: question }],
    expect: { answer: { must_include: [phrase] } },
  });
  const suite = { cases: [aCase('sometimes', '12 characters'), aCase('always', 'reset your password')] };
  assert.equal((await wim.calls('PUT', `${base}/suite`, suite)).status, 200);
  const { id } = await wim.posts(`${base}/suite/run`, {}, 202);
  const run: any = await eventually(async () => {
    const body = await max.gets(`${base}/runs/${id}`);
    assert.equal(body.status, 'completed');
    return body;
  });
  assert.equal(asked, 4, 'each was rehearsed twice');
  assert.deepEqual(
    run.results.map((each: any) => [each.case_id, each.verdict, each.score]),
    [
      ['sometimes', 'flaky', 0.5],
      ['always', 'pass', 1],
    ],
  );
  assert.deepEqual([run.verdict, run.counts.flaky], ['inconclusive', 1]);
});

test('a rehearsal with the embedded engine does not call the model', async () => {
  const embedded = await simulates({ engine: 'embedded' });
  assert.deepEqual([embedded.outcome, model.calls.all.length], ['answer', 0]);
  assert.notEqual(embedded.answer.engine, 'grounded');
  model.script('forgot my password', says(short));
  assert.deepEqual([(await simulates()).answer.engine, model.calls.all.length], ['grounded', 1]);
});

test('rehearsals use up their own share of the day’s tokens, and not that of customers', async () => {
  model.script('forgot my password', says(short));
  const engines: string[] = [];
  while (engines.at(-1) !== 'extractive' && engines.length < 10) engines.push((await simulates()).answer.engine);
  assert.equal(engines.at(-1), 'extractive', engines.join());
  const calls = model.calls.all.length;
  const { outcome } = await simulates();
  assert.deepEqual([outcome, model.calls.all.length], ['answer', calls], 'it goes on without the model');

  const event = stage.chatdesk.events.userCreated({ text: question });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const { last_decision } = await conversationOf(stage, event.conversationId, (each) => assert.ok(each.last_decision));
  assert.equal(last_decision.answer.engine, 'grounded');
});
