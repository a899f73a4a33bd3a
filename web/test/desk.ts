import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { conversationOf, setStage, type Stage } from '../../server/test/story/stage.ts';
import { addressOf, password } from '../../server/test/world.ts';
import { openBrowser, type Browser, type BrowserOptions } from './browser.ts';

const folder = fileURLToPath(new URL('../dist', import.meta.url));

/** The stage of the stories, with the built client in front of it. */
export async function setDesk(options: Parameters<typeof setStage>[0] = {}): Promise<Stage> {
  assert.ok(existsSync(`${folder}/index.html`), 'bin/test web builds the client first');
  return setStage({ ...options, client: { folder, built: Promise.resolve() } });
}

/** A browser in which one of the cast has signed in through the form. */
export async function signedIn(stage: Stage, name: string, options: BrowserOptions = {}): Promise<Browser> {
  const browser = await openBrowser(stage.origin, options);
  await browser.page.goto('/login?return_to=/inbox');
  await signIn(browser, name);
  await browser.page.waitForURL(({ pathname }) => pathname === '/inbox');
  return browser;
}

export async function signIn({ page }: Browser, name: string, secret = password): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(addressOf(name));
  await page.getByRole('textbox', { name: 'Password' }).fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** To another page within the client, as people go there; to load the client anew takes three times as long. */
export const goes = ({ page }: Browser, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);

/** A customer writes on the chat; resolves when the desk has done what `until` looks for. */
export async function customerWrites(stage: Stage, text: string, until: (conversation: any) => void): Promise<any> {
  const event = stage.chatdesk.events.userCreated({ text });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  return conversationOf(stage, event.conversationId, until);
}

export const answered = (each: any): void =>
  assert.ok(each.messages.some((message: any) => message.kind === 'ai' && message.delivery.status === 'sent'));
export const escalated = (each: any): void => {
  assert.equal(each.owner, 'human');
  assert.equal(each.handovers[0]?.delivery, 'delivered');
};
