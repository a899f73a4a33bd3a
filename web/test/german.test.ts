import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deliverMail, rawMailEvent } from '../../server/test/providers/mail/inbound.ts';
import { buildMail } from '../../server/test/providers/mail/message.ts';
import { inboundSecret, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { customerWrites, escalated, goes, setDesk, signedIn } from './desk.ts';
import { englishLeft } from './english-left.ts';

const pictures = process.env['PICTURES'];

let stage: Stage;
let ada: Browser;
before(async () => {
  stage = await setDesk();
  // The browser is English: the person's language takes precedence.
  ada = await signedIn(stage, 'Ada');
  await stage.world.ada.patches('/api/auth/me', { locale: 'de' });
  await ada.page.reload();
  await ada.page.getByRole('heading', { level: 1, name: 'Warteschlange' }).waitFor();
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

const checkScreen = async (name: string) => {
  if (pictures) await ada.page.screenshot({ path: `${pictures}/german-${name}.png`, fullPage: true });
  assert.deepEqual(await englishLeft(ada), []);
};

test('a refused form shows the reason in German, beside its fields and above them', async () => {
  const { page } = ada;
  await goes(ada, '/connectors/new');
  await page.getByRole('heading', { level: 1, name: 'Neuer Konnektor' }).waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Shop');
  await page.getByRole('textbox', { name: 'Basisadresse' }).fill('https://shop.test/api?page=1');
  await page.getByRole('button', { name: /anlegen/i }).click();
  await page.getByText('darf weder Abfrage noch Sprungmarke enthalten').waitFor();
  await checkScreen('refused-form');
});

test('a conflict is explained in German', async () => {
  const { page } = ada;
  await stage.world.ada.posts('/api/routing/tags', { name: 'Rechnungen' });
  await goes(ada, '/routing/tags');
  await page.getByRole('heading', { level: 1, name: 'Themen' }).waitFor();
  await page.getByRole('button', { name: 'Neues Thema' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Rechnungen');
  await dialog.getByRole('button', { name: /Anlegen|Speichern/ }).click();
  await page.getByText('Dieser Name ist vergeben.').waitFor();
  await checkScreen('conflict');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Verlassen', exact: true }).click();
  await page.getByRole('dialog').first().waitFor({ state: 'detached' });
});

test('what came in by mail, and why it was not answered, is in German', async () => {
  const { page } = ada;
  const { forward_to: to } = await stage.world.ada.gets('/api/channels/email/inbound-config');
  const from = 'away@customer.test';
  const headers = { 'Auto-Submitted': 'auto-replied' };
  const mail = buildMail({ from, to, subject: 'Away', text: 'I am away.', headers });
  await deliverMail(stage.hooks.email, rawMailEvent(mail.raw, { from, to }, { secret: inboundSecret }));
  await goes(ada, '/channels/email');
  await page.getByText('eine automatische Antwort').waitFor();
  await checkScreen('mail-log');
});

test('one call is one, one domain is one, and the audit log says which channel is meant', async () => {
  const { page } = ada;
  assert.equal((await fetch(stage.hooks.ticketdesk, { method: 'POST', body: '{}' })).status, 401);
  const { items } = await stage.world.ada.gets('/api/channels/email/domains');
  assert.equal(items.length, 0);
  await stage.world.ada.posts('/api/channels/email/domains', { domain: 'hilfe.test' });
  await page.goto('/channels');
  await page.getByText('0 von 1 Domain bestätigt').waitFor();
  await goes(ada, '/settings/audit?action=integration.configured');
  await page.getByRole('table').getByRole('link', { name: 'Ticket-Helpdesk' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ticket-Helpdesk' }).waitFor();
  await page.getByText('1 Aufruf innerhalb der Stunde').waitFor();
  await checkScreen('channel-log');
});

test('in the queue the minutes are no metres', async () => {
  const { page } = ada;
  await customerWrites(stage, 'Do you rent out harps for weddings?', escalated);
  await page.clock.install();
  await page.reload();
  await goes(ada, '/inbox?view=all');
  await page.locator('[data-row]').first().waitFor();
  await page.clock.fastForward(180_000);
  await page
    .locator('[data-row] time')
    .getByText(/^vor [3-9] Min\.$/)
    .first()
    .waitFor();
});

test('findings about the documents are in German, and in English once the person chooses it', async () => {
  const { page } = ada;
  const { id: collection_id } = await stage.world.ada.posts('/api/knowledge/collections', { name: 'Hilfe' });
  const document = { collection_id, title: 'Öffnungszeiten', text: 'Täglich geöffnet.' };
  // The examination may be over before the page reads; as long as it goes on, the page asks again.
  await page.route('**/api/knowledge/analysis', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), findings: [], findings_current: false } });
  });
  await goes(ada, '/knowledge/health');
  await stage.world.ada.posts('/api/knowledge/documents/text', document, 202);
  await page.getByText('Die letzten Änderungen werden geprüft').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByText('Das Dokument hat nur wenige Wörter (2).').waitFor();
  await checkScreen('findings');
  await goes(ada, '/settings/profile');
  await page.getByRole('combobox', { name: 'Sprache' }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await page.getByRole('button', { name: 'Speichern' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor();
  await goes(ada, '/knowledge/health');
  await page.getByText('The document has only 2 words.').waitFor();
  assert.deepEqual(ada.complaints(/422|409/), []);
});
