import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { conversationOf, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { escalated, goes, setDesk, signedIn } from './desk.ts';

// A customer who writes from right to left, to a desk that reads from left to right.
const name = 'محمد عبد الرحمن بن إبراهيم الأنصاري الدمشقي المقيم في برلين منذ زمن طويل';
const subject = 'استفسار عن الطلب';
let stage: Stage;
let ticket: any;
let browser: Browser;
before(async () => {
  stage = await setDesk();
  const event = stage.ticketdesk.events.ticketOpened({
    subject,
    text: 'Can I talk to a person, please?',
    customer: { name },
  });
  await stage.ticketdesk.deliver(stage.hooks.ticketdesk, event);
  ticket = await conversationOf(stage, event.ticketId, escalated);
  browser = await signedIn(stage, 'Ada');
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

// Where the letters stand, not their box, which may be as wide as the page.
const lettersOf = (selector: string) =>
  browser.page.evaluate<{ left: number; right: number; box: { left: number; right: number } }>(`(() => {
    const element = document.querySelector(${JSON.stringify(selector)});
    const range = document.createRange();
    range.selectNodeContents(element);
    const [letters, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    return { left: letters.left, right: letters.right, box: { left: box.left, right: box.right } };
  })()`);

for (const [path, selector] of [
  ['/inbox/{conversation}', '.thread-title h1'],
  ['/inbox/{conversation}', '.queue-row-title'],
  ['/customers/{customer}', '.page-head h1'],
] as const) {
  test(`a title from right to left begins where the others do: ${selector} of ${path}`, async () => {
    const { page } = browser;
    await page.setViewportSize({ width: 1600, height: 800 });
    await goes(browser, path.replace('{conversation}', ticket.id).replace('{customer}', ticket.customer.id));
    await page
      .locator(selector)
      .getByText(path.startsWith('/inbox') ? subject : name)
      .waitFor();
    const { left, box } = await lettersOf(selector);
    assert.ok(Math.abs(left - box.left) < 2, `${left} instead of ${box.left}`);
    assert.equal(await page.locator(selector).evaluate((title: any) => title.matches(':dir(rtl)')), true);
  });
}

for (const width of [1280, 390, 320]) {
  test(`a button that names its recipient keeps the beginning of an Arabic name, ${width} px`, async () => {
    const { page } = browser;
    await page.setViewportSize({ width, height: 800 });
    await goes(browser, `/inbox/${ticket.id}`);
    const button = page.getByRole('button', { name: `Send to ${name}` });
    await button.waitFor();
    const { right, box } = await lettersOf('.composer-send bdi');
    assert.ok(Math.abs(right - box.right) < 2, `the name begins at ${right}, and is shown up to ${box.right}`);
    const shown = await button.boundingBox();
    assert.ok(shown && box.right < shown.x + shown.width && box.left > shown.x);
  });
}
