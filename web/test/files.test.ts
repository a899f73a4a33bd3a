import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { deliverMail, rawMailEvent } from '../../server/test/providers/mail/inbound.ts';
import { buildMail } from '../../server/test/providers/mail/message.ts';
import { eventually, inboundSecret, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers } from './browser.ts';
import { setDesk, signedIn } from './desk.ts';

let stage: Stage;
before(async () => {
  stage = await setDesk();
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

async function mailWithFile(): Promise<string> {
  const from = 'noor@customer.test';
  const { forward_to: to } = await stage.world.ada.gets('/api/channels/email/inbound-config');
  const text =
    'Do you repair lamps? See the picture below.\n\nOn Monday, Birch <support@birch.test> wrote:\n> We sell lamps.\n';
  const attachments = [{ fileName: 'lamp.png', contentType: 'image/png', content: Buffer.from('a lamp') }];
  const mail = buildMail({ from: `Noor <${from}>`, to, subject: 'My lamp', text, attachments });
  const signing = { secret: inboundSecret, at: stage.server.desk.clock.now() };
  await deliverMail(stage.hooks.email, rawMailEvent(mail.raw, { from, to }, signing));
  return eventually(async () => {
    const { items } = await stage.world.ada.gets('/api/conversations?channel=email');
    assert.equal(items[0]?.owner, 'human');
    return items[0].id;
  });
}

test('a file is saved from a message, quoted text is expanded, and files are sent with a reply', async () => {
  const id = await mailWithFile();
  const browser = await signedIn(stage, 'Max');
  const { page } = browser;
  await page.goto(`/inbox/${id}`);
  const thread = page.getByRole('log');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    thread.getByRole('button', { name: /^Save lamp\.png · 6 bytes/ }).click(),
  ]);
  assert.equal(saved.suggestedFilename(), 'lamp.png');
  assert.equal((await readFile(await saved.path())).toString(), 'a lamp');

  assert.equal(await thread.getByText('We sell lamps').isVisible(), false);
  await thread.getByRole('button', { name: 'Show quoted text' }).click();
  await thread.getByText('We sell lamps').waitFor();

  const choose = page.locator('.composer input[type=file]');
  await choose.setInputFiles([
    { name: 'offer.pdf', mimeType: 'application/pdf', buffer: Buffer.from('an offer') },
    { name: 'wrong.pdf', mimeType: 'application/pdf', buffer: Buffer.from('the wrong one') },
  ]);
  const files = page.getByRole('list', { name: 'Files to send' });
  await files.getByText(/^offer\.pdf \(.+\) will be sent/).waitFor();
  await files.getByText(/^wrong\.pdf \(.+\) will be sent/).waitFor();
  await files.getByRole('button', { name: 'Remove wrong.pdf' }).click();
  await page.getByRole('textbox', { name: /^Reply to/ }).fill('Here is our offer.');
  await page.keyboard.press('Control+Enter');
  await thread.getByRole('button', { name: /^Save offer\.pdf/ }).waitFor();
  await files.waitFor({ state: 'detached' });
  await eventually(() => {
    const mail = stage.mail.mailsTo('noor@customer.test').at(-1)?.raw.toString() ?? '';
    assert.ok(mail.includes('offer.pdf') && !mail.includes('wrong.pdf'));
  });
  assert.deepEqual(browser.complaints(), []);
});

test('a file that cannot be uploaded shows the reason, and blocks the reply until it is removed', async () => {
  const [{ id }] = (await stage.world.ada.gets('/api/conversations?channel=email')).items;
  const browser = await signedIn(stage, 'Max');
  const { page } = browser;
  await page.goto(`/inbox/${id}`);
  await page.route(/\/assets\/send-file-.*\.js/, (route) => route.abort());
  await page.locator('.composer input[type=file]').setInputFiles({
    name: 'leer.txt',
    mimeType: 'text/plain',
    buffer: Buffer.alloc(0),
  });
  await page.getByText(/^leer\.txt was not uploaded/).waitFor();
  await page.unrouteAll();
  await page.locator('.composer').getByRole('button', { name: 'Try again' }).click();
  await page.getByText(/^leer\.txt was not uploaded: .*The file is empty\./).waitFor();
  await page.locator('.composer textarea').fill('Guten Tag');
  const send = page.locator('.composer button[type=submit]');
  assert.equal(await send.isDisabled(), true);
  await page.getByRole('button', { name: 'Remove leer.txt' }).click();
  assert.equal(await send.isDisabled(), false);
});

test('a file that is removed while the session is renewed is not uploaded', async () => {
  const [{ id }] = (await stage.world.ada.gets('/api/conversations?channel=email')).items;
  const { page } = await signedIn(stage, 'Max');
  await page.goto(`/inbox/${id}`);
  // The page renews the session when it is loaded; only a later renewal is held back.
  await page.locator('.composer input[type=file]').waitFor({ state: 'attached' });
  const uploads: number[] = [];
  await page.route('**/attachments', async (route) => {
    uploads.push(uploads.length);
    await (uploads.length === 1 ? route.fulfill({ status: 401, json: {} }) : route.continue());
  });
  const renewal = Promise.withResolvers<void>();
  await page.route('**/api/auth/refresh', async (route) => {
    await renewal.promise;
    await route.continue();
  });
  const choose = (name: string) =>
    page
      .locator('.composer input[type=file]')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(`This is ${name}.`) });
  const renewing = page.waitForRequest('**/api/auth/refresh');
  await choose('wrong.txt');
  await renewing;
  await page.getByRole('button', { name: 'Remove wrong.txt' }).click();
  const renewed = page.waitForResponse('**/api/auth/refresh');
  renewal.resolve();
  await renewed;
  await choose('right.txt');
  await page.getByText(/^right\.txt \(.+\) will be sent/).waitFor();
  assert.equal(uploads.length, 2, 'one refused upload of the wrong file, and one of the right one');
});
