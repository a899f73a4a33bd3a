import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { conversationOf, eventually, setStage, type Stage } from '../../server/test/story/stage.ts';
import { addressOf, password } from '../../server/test/world.ts';
import { openBrowser, type Browser, type BrowserOptions } from './browser.ts';

const folder = fileURLToPath(new URL('../dist', import.meta.url));

/** Starts the stage of the stories with the built client. */
export async function setDesk(options: Parameters<typeof setStage>[0] = {}): Promise<Stage> {
  assert.ok(existsSync(`${folder}/index.html`), 'bin/test web builds the client first');
  return setStage({ ...options, client: { folder, built: Promise.resolve() } });
}

/** Opens a browser and signs one of the cast in through the form. */
export async function signedIn(stage: Stage, name: string, options: BrowserOptions = {}): Promise<Browser> {
  const browser = await openBrowser(stage.origin, options);
  await browser.page.goto('/login?return_to=/inbox');
  await signIn(browser, name);
  await browser.page.waitForURL(({ pathname }) => pathname === '/inbox');
  return browser;
}

export async function signIn({ page }: Pick<Browser, 'page'>, name: string, secret = password): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(addressOf(name));
  await page.getByRole('textbox', { name: 'Password' }).fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Navigates within the client, as people do, until the page is shown; a reload of the client takes three times as long. */
export async function goes({ page }: Browser, path: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);
  // The page before may look alike: ask the router.
  await eventually(async () => assert.equal(await page.evaluate<boolean>(isShown), true, path));
}
const isShown = `((shown) => shown?.href === location.pathname + location.search)(__TSR_ROUTER__.state.resolvedLocation)`;

/** Lets no timer of the page fire before `page.clock.resume()`. Call `page.clock.install()` first. */
export const stopTime = async ({ page }: Pick<Browser, 'page'>): Promise<void> =>
  page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 10_000);

/** Writes a chat message as a customer; resolves once `until` passes. */
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
