import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers } from './browser.ts';
import { answered, customerWrites, setDesk, signedIn } from './desk.ts';
import { violations } from './violations.ts';

const pictures = process.env['PICTURES'];

let stage: Stage;
let conversation: any;
before(async () => {
  stage = await setDesk();
  conversation = await customerWrites(stage, 'How can I reset my password?', answered);
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

test('a queue of thousands renders only the rows in view, and reads more while scrolling', async () => {
  const { page, close } = await signedIn(stage, 'Ada');
  const {
    items: [row],
  } = await stage.world.ada.gets('/api/conversations');
  const all = 3_000;
  const asked: number[] = [];
  await page.route(/\/api\/conversations\?/, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const from = Number(query.get('cursor') ?? 0);
    const upTo = Math.min(all, from + Number(query.get('limit') ?? 50));
    asked.push(from);
    const items = Array.from({ length: upTo - from }, (_, at) => {
      const id = `${String(from + at).padStart(8, '0')}${row.id.slice(8)}`;
      return { ...row, id, subject: `Question ${from + at + 1}` };
    });
    await route.fulfill({ json: { items, next_cursor: upTo < all ? String(upTo) : null } });
  });
  await page.goto('/inbox?view=all');
  const list = page.getByRole('list', { name: 'Queue' });
  const rows = list.getByRole('listitem');
  await rows.filter({ hasText: 'Question 1' }).first().waitFor();
  let seen = 0;
  while (seen < 1_000) {
    assert.ok((await rows.count()) < 60, 'what is out of view is not in the page');
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await eventually(async () => {
      const last = await rows.last().getAttribute('aria-posinset');
      assert.ok(Number(last) > seen);
      seen = Number(last);
    });
  }
  assert.ok(asked.length > 10, 'a page of the list at a time');
  assert.equal(await rows.last().getAttribute('aria-setsize'), '-1', 'how many there are is not known before the end');
  assert.deepEqual(await violations(page), []);
  await close();
});

test('a view that is left while more of it is read is not followed by the whole of the next one', async () => {
  const { page, close } = await signedIn(stage, 'Ada');
  const { items } = await stage.world.ada.gets('/api/conversations');
  const asked: string[] = [];
  const left = Promise.withResolvers<void>();
  await page.route(/\/api\/conversations\?/, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const view = query.get('status') === 'resolved' ? 'closed' : 'all';
    const from = Number(query.get('cursor') ?? 0);
    asked.push(`${view} ${from}`);
    if (from > 0 && view === 'all') await left.promise;
    const rows = Array.from({ length: 50 }, (_, at) => {
      const id = `${String(from + at).padStart(8, '0')}${items[0].id.slice(8)}`;
      return { ...items[0], id, subject: `${view} ${from + at + 1}` };
    });
    await route.fulfill({ json: { items: rows, next_cursor: from < 500 ? String(from + 50) : null } });
  });
  await page.goto('/inbox?view=closed');
  const list = page.getByRole('list', { name: 'Queue' });
  await list.getByText('closed 1', { exact: true }).waitFor();
  const views = page.getByRole('radiogroup', { name: 'Whose conversations' });
  await views.getByText('All', { exact: true }).click();
  await list.getByText('all 1', { exact: true }).waitFor();
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await eventually(() => assert.ok(asked.includes('all 50')));
  await views.getByText('Closed').click();
  // The list is still scrolled to the end of its first page.
  await list.getByText('closed 50', { exact: true }).waitFor();
  left.resolve();
  await list.evaluate((element) => element.scrollTo(0, 0));
  await list.getByText('closed 1', { exact: true }).waitFor();
  assert.deepEqual(await violations(page), []);
  assert.ok(!asked.includes('closed 150'), asked.join(', '));
  await page.unrouteAll({ behavior: 'wait' });
  await close();
});

test('a rule shows the names of its tags even if there is more than one page of tags', async () => {
  const { ada } = stage.world;
  const tags: { id: string; name: string }[] = [];
  for (let n = 1; n <= 201; n += 1)
    tags.push(await ada.posts('/api/routing/tags', { name: `Subject ${String(n).padStart(3, '0')}` }));
  const [first, last] = [tags.at(0), tags.at(-1)];
  assert.ok(first && last);
  const when = {
    all: [
      { field: 'tag', op: 'contains', value: first.id },
      { field: 'tag', op: 'contains', value: last.id },
    ],
  };
  const rule = { name: 'Both ends', when, then: { add_tag_ids: [first.id, last.id] } };
  const { id } = await ada.posts('/api/routing/rules', rule);
  const { page, close } = await signedIn(stage, 'Ada');
  await page.goto(`/routing/rules/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Both ends' }).waitFor();
  const added = page.getByRole('group', { name: 'Then' });
  for (const { name } of [first, last]) await added.getByText(name, { exact: true }).first().waitFor();
  assert.doesNotMatch(
    await page.locator('main').innerText(),
    /[0-9a-f]{8}-[0-9a-f]{4}-7/,
    'nothing is called by its id',
  );
  await close();
});

test('a stream that is silent for longer than its heartbeat allows is resumed where it stopped', async () => {
  const { page, context, close } = await signedIn(stage, 'Ada');
  await page.getByText('Live', { exact: true }).waitFor();
  // The first tab of a browser reads the stream, so this one takes over with a fake clock.
  const tab = await context.newPage();
  await tab.clock.install();
  const streams: (string | undefined)[] = [];
  tab.on('request', (request) => {
    if (request.url().endsWith('/api/events')) streams.push(request.headers()['last-event-id']);
  });
  await tab.goto('/inbox?view=all');
  const opened = tab.waitForResponse((response) => response.url().endsWith('/api/events'));
  await page.close();
  await opened;
  assert.equal(streams.length, 1);
  await tab.getByText('Live', { exact: true }).waitFor();
  await customerWrites(stage, 'How can I reset my password, please?', answered);
  await tab.getByRole('button', { name: /^1 new conversation/ }).waitFor();
  await tab.clock.fastForward(51_000);
  await eventually(() => assert.equal(streams.length, 2));
  assert.ok(streams[1], 'it names the last event that it has heard');
  await tab.getByText('Live', { exact: true }).waitFor();
  await close();
});

test('over a slow network a screen shows its layout at once, a notice after a while, and late data once it arrives', async () => {
  const { page, close } = await signedIn(stage, 'Ada');
  await page.clock.install();
  await page.goto('/inbox?view=all');
  const held: (() => void)[] = [];
  const onlyOne = /\/api\/conversations\/[\da-f-]{36}/;
  await page.route(onlyOne, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.getByRole('list', { name: 'Queue' }).getByRole('link').first().click();
  await page.clock.fastForward(200);
  await page.locator('[aria-busy=true]').first().waitFor();
  await page.clock.fastForward(11_000);
  await page.getByText('Still loading…').first().waitFor();
  assert.deepEqual(await violations(page), []);
  if (pictures) await page.screenshot({ path: `${pictures}/slow.png` });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const go of held) go();
  await page
    .getByRole('log')
    .getByText(/^How can I reset my password/)
    .first()
    .waitFor();
  await page.getByText('Still loading…').first().waitFor({ state: 'detached' });
  await close();
});

test('data that is not loaded yet is neither counted as missing nor shown by its id', async () => {
  const { wim } = stage.world;
  const destination = await wim.posts('/api/routing/destinations', { name: 'Night desk', kind: 'queue' });
  await wim.posts('/api/routing/rules', {
    name: 'At night',
    when: { all: [{ field: 'message.text', op: 'contains', value: 'midnight' }] },
    then: { decision: 'escalate', destination_id: destination.id },
  });
  const { page, close } = await signedIn(stage, 'Wim');
  const held: (() => void)[] = [];
  await page.route(/\/api\/(?:routing\/destinations|organizations\/me\/settings)/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.goto('/routing/rules');
  await page.getByText('Hand to people: …').waitFor();
  assert.equal(await page.getByText(destination.id).count(), 0);
  await page.goto('/home');
  await page.getByText(/documents? can be found/).waitFor();
  assert.equal(await page.getByText(/of 6 steps done/).count(), 0, 'a step that is not read yet is not open');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const go of held) go();
  await page.getByText(/of 6 steps done/).waitFor();
  await page.goto('/routing/rules');
  await page.getByText('Hand to people: Night desk').waitFor();
  await close();
});

const wide = ['/home', '/reports', '/knowledge', '/routing/rules/new', '/settings', '/validation/simulate', '/inbox'];

// A line above the page may show that something is being read.
test('on a screen of 3840 px lines stay short enough to read, and pages are centred', async () => {
  const { page, complaints } = await signedIn(stage, 'Ada', { width: 3_840, height: 2_160 });
  for (const path of wide) {
    await page.goto(path === '/inbox' ? `/inbox/${conversation.id}` : path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    if (path === '/inbox') await page.getByRole('heading', { name: 'Why the AI answered' }).waitFor();
    if (pictures) await page.screenshot({ path: `${pictures}/wide${path.replaceAll('/', '-')}.png` });
    const { widest, off } = await page.evaluate<{ widest: number; off: number }>(`(() => {
      const main = document.querySelector('main');
      const { left, right } = (main.querySelector('.page') ?? main.lastElementChild).getBoundingClientRect();
      const start = main.getBoundingClientRect().left + parseFloat(getComputedStyle(main).paddingLeft);
      const widths = [...main.querySelectorAll('p, textarea')].map((each) => each.offsetWidth);
      return { widest: Math.max(0, ...widths), off: Math.abs(left + right - start - innerWidth) / 2 };
    })()`);
    assert.ok(widest <= 1_200, `${path} has lines of ${widest} px`);
    assert.ok(off <= 10, `${path} stands ${off} px beside the middle`);
  }
  assert.deepEqual(complaints(), []);
});

test('the lists of blocked addresses and of mail without a recipient are read page by page', async () => {
  const { page, close } = await signedIn(stage, 'Ada');
  const created_at = new Date().toISOString();
  const pages = [1, 2].map((n) => {
    const id = `00000000-0000-7000-8000-00000000000${n}`;
    const next_cursor = n === 1 ? 'second' : null;
    const blocked = { id, address: `blocked${n}@customer.test`, reason: 'It bounced.', status: null, created_at };
    const lost = { id, at: created_at, from: `lost${n}@customer.test`, to: ['help@birch.test'], size: 9 };
    return {
      suppressions: { items: [blocked], next_cursor },
      unroutable: { items: [lost], next_cursor },
    };
  });
  for (const list of ['suppressions', 'unroutable'] as const) {
    await page.route(`**/api/channels/email/${list}?*`, (route) => {
      const isSecond = new URL(route.request().url()).searchParams.get('cursor') === 'second';
      return route.fulfill({ json: pages[isSecond ? 1 : 0]?.[list] });
    });
  }
  await page.goto('/channels/email');
  const parts = [
    ['Addresses that get no more mail', 'blocked'],
    ['Mail without a recipient', 'lost'],
  ] as const;
  for (const [name, address] of parts) {
    const part = page.getByRole('region', { name });
    await part.getByText(`${address}1@customer.test`).waitFor();
    await part.getByRole('button', { name: 'Show more' }).click();
    await part.getByText(`${address}2@customer.test`).waitFor();
    assert.equal(await part.getByText(`${address}1@customer.test`).count(), 1);
    assert.equal(await part.getByRole('button', { name: 'Show more' }).count(), 0, 'that was the last page');
  }
  await close();
});
