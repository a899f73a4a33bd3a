import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { customerWrites, escalated, setDesk, signedIn } from './desk.ts';
import { violations } from './violations.ts';

let stage: Stage;
let ada: Browser;
let conversation: any;
before(async () => {
  stage = await setDesk();
  conversation = await customerWrites(stage, 'I want to talk to a person. This is where it began.', escalated);
  const path = `/api/conversations/${conversation.id}/messages`;
  for (let number = 1; number <= 260; number++)
    await stage.world.ada.posts(path, { kind: 'note', text: `Note number ${number}.` }, 201);
  ada = await signedIn(stage, 'Ada');
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

const twoFrames = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))';
const toEnd = () =>
  ada.page.evaluate<number>(
    "(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(document.querySelector('.thread-log'))",
  );

test('a long thread opens at its end and shows earlier messages in steps, without moving the visible ones', async () => {
  const { page } = ada;
  await page.goto(`/inbox/${conversation.id}`);
  const log = page.getByRole('log');
  await log.getByText('Note number 260.').waitFor();
  await eventually(async () => assert.ok((await toEnd()) < 80, 'at the end'));
  assert.equal(await log.locator('.message').count(), 50);
  const earlier = log.getByRole('button', { name: 'Show earlier messages' });
  await earlier.scrollIntoViewIfNeeded();
  const first = log.getByText('Note number 211.');
  // Cards out of view have estimated heights until they are drawn.
  const before = await eventually(async () => {
    const [box] = [await first.boundingBox(), await page.evaluate(twoFrames)];
    assert.deepEqual(await first.boundingBox(), box);
    return box;
  });
  await earlier.click();
  await log.getByText('Note number 111.').waitFor({ state: 'attached' });
  await eventually(async () => {
    const moved = ((await first.boundingBox())?.y ?? 0) - (before?.y ?? 0);
    assert.ok(Math.abs(moved) <= 4, `what one reads has moved by ${moved} px`);
  });
  assert.equal(await log.locator('.message').count(), 150);
  await earlier.click();
  await log.getByText('Note number 11.').waitFor({ state: 'attached' });
  await earlier.click();
  await log.getByText('This is where it began.').first().waitFor({ state: 'attached' });
  await earlier.waitFor({ state: 'detached' });
  assert.equal(await log.locator('.message').count(), 262);
  assert.deepEqual(ada.complaints(), []);
});

test('a message that arrives while the end is in view is shown, and the end stays in view', async () => {
  const { page } = ada;
  await page.goto(`/inbox/${conversation.id}`);
  const log = page.getByRole('log');
  await log.getByText('Note number 260.').waitFor();
  await stage.world.max.posts(
    `/api/conversations/${conversation.id}/messages`,
    { kind: 'note', text: 'The newest.' },
    201,
  );
  await log.getByText('The newest.').waitFor();
  await eventually(async () => assert.ok((await toEnd()) < 80, 'at the end'));
});

test('a message that arrives while earlier ones are in view is announced, and shown on request', async () => {
  const { page } = ada;
  await page.goto(`/inbox/${conversation.id}`);
  const log = page.getByRole('log');
  await log.getByText('The newest.').waitFor();
  await eventually(async () => assert.ok((await toEnd()) < 80, 'at the end'));
  await log.getByText('Note number 230.').scrollIntoViewIfNeeded();
  await eventually(async () => assert.ok((await toEnd()) > 200, 'away from the end'));
  const show = log.getByRole('button', { name: 'Show new messages' });
  assert.equal(await show.count(), 0);
  const text = 'Newer than the newest.';
  await stage.world.max.posts(`/api/conversations/${conversation.id}/messages`, { kind: 'note', text }, 201);
  await show.waitFor();
  assert.ok((await toEnd()) > 200, 'what one reads has stayed');
  assert.deepEqual(await violations(page), []);
  await show.click();
  await show.waitFor({ state: 'detached' });
  await eventually(async () => assert.ok((await toEnd()) < 80, 'at the end'));
  assert.deepEqual(ada.complaints(), []);
});

test('forty tags leave a conversation room for its words and its buttons, on a phone too', async () => {
  const { page } = ada;
  const ids: string[] = [];
  for (let number = 1; number <= 40; number++)
    ids.push((await stage.world.ada.posts('/api/routing/tags', { name: `Subject number ${number}` })).id);
  await stage.world.ada.patches(`/api/conversations/${conversation.id}`, { tag_ids: ids });
  await page.goto(`/inbox/${conversation.id}`);
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.locator('.assignment').getByText('Subject number 40', { exact: true }).waitFor();
    await eventually(async () => {
      const log = (await page.getByRole('log').boundingBox())?.height ?? 0;
      assert.ok(log >= 240, `the messages have ${log} px at ${width}`);
      const send = await page.getByRole('button', { name: /^(Send to|Add note)/ }).boundingBox();
      assert.ok(send && send.y + send.height <= height, 'the button that sends is in view');
    }, 5_000);
    assert.deepEqual(await violations(page, { within: '.thread-head' }), []);
  }
  const pills = page.locator('.assignment .mantine-MultiSelect-pill');
  await page.setViewportSize({ width: 390, height: 844 });
  await pills.last().scrollIntoViewIfNeeded();
  await pills.last().locator('button').click();
  await eventually(async () => {
    const { tags } = await stage.world.ada.gets(`/api/conversations/${conversation.id}`);
    assert.equal(tags.length, 39);
  });
});
