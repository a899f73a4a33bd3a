import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '../../web/test/browser.ts';

/** Questions to the demo's desk, so that the screens of validation have content. */
const questions = [
  'How long does a replacement take?',
  'Does the thermostat work with Alexa?',
  'Can I talk to a person?',
];

/** Calls the API as the signed-in person. */
export type Ask = (method: string, path: string, body?: unknown) => Promise<any>;

export async function askAs(url: string, sign: { email: string; password: string }): Promise<Ask> {
  const call = async (method: string, path: string, body: unknown, headers: Record<string, string>) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${url}${path}`, { method, headers: { ...headers, ...json }, ...content });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json() as Promise<any>;
  };
  const { access_token } = await call('POST', '/api/auth/login', sign, {});
  return (method, path, body) => call(method, path, body, { authorization: `Bearer ${access_token}` });
}

/** Takes pictures of the playground, the simulator, the suite and a comparison of two runs, in the page's colour scheme. */
export async function takeLabPictures(
  page: Browser['page'],
  { run, picture }: { run: string; picture: (name: string) => Promise<unknown> },
): Promise<void> {
  await page.goto('/validation/playground');
  await page
    .getByRole('link', { name: questions[0] ?? '' })
    .first()
    .click();
  await page.getByText('Why the AI').first().waitFor();
  await picture('playground');
  await page.goto('/validation/simulate');
  await page.getByRole('textbox', { name: 'Message' }).fill(questions[1] ?? '');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await page.getByRole('heading', { name: /^Why the AI/ }).waitFor();
  await picture('simulator');
  await page.goto('/validation/suite');
  await page.getByRole('table').waitFor();
  await picture('suite');
  await page.goto(`/validation/runs/${run}`);
  await page.getByText('broken', { exact: false }).first().waitFor();
  await picture('run');
}

/** Creates a conversation in the playground, a suite, and two runs, the second of which breaks a case. Returns the second. */
export async function stageLab(ask: Ask): Promise<string> {
  const playground = '/api/knowledge/validation/playground/conversations';
  const { id } = await ask('POST', playground, {});
  for (const text of questions) await ask('POST', `${playground}/${id}/messages`, { text });
  const cases = questions.map((customer, at) => ({
    turns: [{ customer }],
    expect: { outcome: at < 2 ? 'answer' : 'escalate' },
  }));
  await ask('PUT', '/api/knowledge/validation/suite', { name: 'Emberly', cases });
  const base = await finished(ask, {});
  return finished(ask, {
    baseline_run_id: base,
    overlay: { settings: { thresholds: { answer: 0.99, clarify: 0.5 } } },
  });
}

async function finished(ask: Ask, options: object): Promise<string> {
  const { id } = await ask('POST', '/api/knowledge/validation/suite/run', options);
  while ((await ask('GET', `/api/knowledge/validation/runs/${id}`)).status !== 'completed') await sleep(200);
  return id;
}
