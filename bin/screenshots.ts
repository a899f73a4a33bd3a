/**
 * `npm run screenshots` takes the pictures of the README, of docs/validation.md and of docs/connectors.md from the demo, and stores
 * them in `docs/pictures`. It takes those of validation and connectors in both colour schemes.
 */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { closeBrowsers, openBrowser } from '../web/test/browser.ts';
import { takeConnectorPictures } from './lib/connector-pictures.ts';
import { askAs, stageLab, takeLabPictures } from './lib/lab-pictures.ts';

const root = resolve(import.meta.dirname, '..');
const pictures = join(root, 'docs/pictures');
mkdirSync(pictures, { recursive: true });

const demo = spawn(process.execPath, [join(root, 'demo/run.ts')], { stdio: ['ignore', 'pipe', 'inherit'] });
try {
  const { url, email, password } = await signInOf(demo.stdout);
  const { page } = await openBrowser(url, { width: 1360, height: 800 });
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(({ pathname }) => pathname !== '/login');
  await page.goto('/inbox?view=all&channel=ticketdesk');
  await page.getByRole('link', { name: /Heat pump/ }).click();
  await page.getByText('Why the AI answered').first().waitFor();
  await page.getByRole('log').getByText('heat pump').first().waitFor();
  await page.getByRole('button', { name: 'Suggest' }).waitFor();
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(pictures, 'inbox.png') });
  await page
    .getByRole('complementary', { name: 'Decision' })
    .screenshot({ path: join(pictures, 'decision-trace.png') });
  const ask = await askAs(url, { email, password });
  const run = await stageLab(ask);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const picture = (name: string) =>
      page.screenshot({ path: join(pictures, colorScheme === 'light' ? `${name}.png` : `${name}-dark.png`) });
    await takeLabPictures(page, { run, picture });
    await takeConnectorPictures(page, { ask, picture });
  }
} finally {
  await closeBrowsers();
  demo.kill('SIGTERM');
}

/** Reads the sign-in from the line with which the demo ends its table. */
async function signInOf(output: NodeJS.ReadableStream) {
  for await (const line of createInterface({ input: output })) {
    console.log(line);
    const found = /^Sign in at (\S+?)\/ as (\S+) with (\S+)\. /.exec(line);
    if (found) return { url: found[1] ?? '', email: found[2] ?? '', password: found[3] ?? '' };
  }
  throw new Error('The demo ended before anybody could sign in.');
}
