import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { openHome, type Home } from '../promises/home.ts';
import { freePort, killAll, startDesk } from '../promises/process.ts';
import { frontdesk } from './tool.ts';

let home: Home;
before(async () => {
  home = await openHome();
  await taught();
});
after(async () => {
  await killAll();
  await home.remove();
});

const environment = () => ({ ...home.environment, EMBEDDINGS: 'off' });
const run = async (...args: string[]) => {
  const ran = await frontdesk(args, environment());
  assert.equal(ran.code, 0, ran.err);
  return ran.out;
};
const explains = async (question: string) =>
  JSON.parse(await run('explain', question, '--organization', 'birch', '--json'));

/** Creates an organization with an article through the service, and stops the service. */
async function taught(): Promise<void> {
  await run('create-organization', 'Birch', '--admin', 'ada@example.test', '--admin-name', 'Ada');
  const key = (await run('create-api-key', 'Test', '--organization', 'birch', '--role', 'org_admin')).trim();
  const desk = startDesk({ environment: environment(), port: await freePort() });
  await desk.ready;
  const call = async (method: string, path: string, body?: object): Promise<any> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(desk.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    assert.ok(answer.ok, `${path}: ${answer.status}`);
    return answer.json();
  };
  const { id: collection_id } = await call('POST', '/api/knowledge/collections', { name: 'Help' });
  const text = 'Annual plans can be refunded within 30 days of purchase. Refunds take 5 to 7 working days.';
  const article = { collection_id, title: 'Refunds for annual plans', text };
  const { id } = await call('POST', '/api/knowledge/documents/text', article);
  while ((await call('GET', `/api/knowledge/documents/${id}`)).status !== 'ready') await pause(100);
  await killAll();
}

const tables = ['decision', 'conversation', 'message', 'audit_entry', 'unanswered_question'];
const counts = () =>
  home.look(async (query) => {
    const known = await query(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_name = any($1) order by 1`,
      [tables],
    );
    const rows: [string, number][] = [];
    for (const { name } of known) rows.push([name, Number((await query(`select count(*) as n from ${name}`))[0]?.n)]);
    return rows;
  });

test('the features times their weights give the confidence of the decision, and nothing is stored', async () => {
  const before = await counts();
  assert.ok(before.length >= 3);
  const explained = await explains('How can I get refunds for my annual plan?');
  assert.equal(explained.gate, null);
  assert.equal(explained.passages[0].title, 'Refunds for annual plans');
  assert.ok(explained.passages[0].components.text > 0);
  const { intercept, terms, formula } = explained.model;
  const logit = terms.reduce((sum: number, each: any) => sum + each.value * each.weight, intercept);
  assert.ok(Math.abs(1 / (1 + Math.exp(-logit)) - explained.confidence.value) < 1e-9);
  assert.equal(formula, explained.confidence.formula);
  assert.deepEqual(await counts(), before);
});

test('a gate is named, and the search results are shown anyway', async () => {
  const explained = await explains('I want to talk to a person about refunds for my annual plan, please.');
  assert.deepEqual([explained.outcome, explained.gate], ['escalate', 'customer_request']);
  assert.ok(explained.model.terms.length > 0);
});

test('without --json the output is tables', async () => {
  const out = await run('explain', 'How can I get refunds for my annual plan?', '--organization', 'birch');
  assert.match(out, /^Outcome: \w+ \(\w+\)/);
  assert.match(out, /\nGate: none; an answer was drafted\n/);
  assert.match(out, /\nSCORE .*DOCUMENT\n.*Refunds for annual plans\n/);
  const [columns = ''] = /^SCORE.*$/m.exec(out) ?? [];
  const names = columns.split(/ {2,}/);
  assert.deepEqual([...new Set(names)], names, 'no two columns have one name');
  assert.match(out, /\nFEATURE +VALUE +WEIGHT +PRODUCT\n/);
  assert.match(out, /\nRules: there are none\.\n/);
  const nowhere = await frontdesk(['explain', 'Refunds?', '--organization', 'elm'], environment());
  assert.deepEqual([nowhere.code, nowhere.out], [1, '']);
});
