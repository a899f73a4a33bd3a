import { parseArgs } from 'node:util';
import { closeBrowsers, type Browser } from '../../web/test/browser.ts';
import { customerWrites, escalated, setDesk, signedIn } from '../../web/test/desk.ts';
import { quantile } from './measuring/measures.ts';

type Page = Browser['page'];

/*
 * Measures waits of a person at the desk, by the browser's own clock: the first screen of a visit with a full cache, a conversation
 * that was opened before, and an interaction until its next frame. bin/web && TEST_ENGINE=pglite npm run bench:web [-- --samples N]
 */
const { values } = parseArgs({ options: { samples: { type: 'string', default: '30' } } });
const samples = Array.from({ length: Number(values.samples) }, (_, number) => number);
const marks = ['Amber', 'Birch', 'Cedar', 'Dahlia', 'Elder', 'Fir'];

const stage = await setDesk();
try {
  for (const mark of marks)
    await customerWrites(stage, `I want to talk to a person about the ${mark} plan.`, escalated);
  const { page } = await signedIn(stage, 'Ada');
  const first = await inTurn(() => firstScreen(page));
  for (const mark of marks) await opened(page, mark);
  const warm = await inTurn((sample) => opened(page, marks[sample % marks.length] ?? ''));
  const keys = await inTurn((sample) => interaction(page, sample % marks.length < marks.length / 2 ? 'j' : 'k'));
  console.table({
    'first paint': told(first.map(({ painted }) => painted)),
    'first screen: the queue is there': told(first.map(({ listed }) => listed)),
    'conversation, warm: its messages are drawn': told(warm),
    'interaction: j or k until the next frame': told(keys),
  });
} finally {
  await closeBrowsers();
  await stage.close();
}

async function inTurn<T>(measure: (sample: number) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (const sample of samples) all.push(await measure(sample));
  return all;
}

function told(all: readonly number[]) {
  const at = (share: number) => Math.round(quantile(all, share));
  return { samples: all.length, 'median ms': at(0.5), 'p95 ms': at(0.95) };
}

/** Measured from the start of the navigation, which is zero on the page's clock. */
async function firstScreen(page: Page): Promise<{ painted: number; listed: number }> {
  await page.goto('/inbox', { waitUntil: 'commit' });
  return page.evaluate(`new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector('[role=list] [role=listitem] a')) return requestAnimationFrame(look);
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      requestAnimationFrame(() => resolve({ painted: paint?.startTime ?? performance.now(), listed: performance.now() }));
    };
    look();
  })`);
}

/** Measured from the click on the row until the frame after the one with the customer's message. */
async function opened(page: Page, mark: string): Promise<number> {
  const row = page.getByRole('listitem').filter({ hasText: mark }).getByRole('link').first();
  await row.waitFor();
  return page.evaluate(`new Promise((resolve) => {
    const rows = [...document.querySelectorAll('[role=listitem]')];
    const start = performance.now();
    rows.find((each) => each.textContent.includes('${mark}')).querySelector('a').click();
    const look = () => {
      const shown = document.querySelector('[role=log]')?.textContent.includes('${mark}');
      requestAnimationFrame(shown ? () => resolve(performance.now() - start) : look);
    };
    look();
  })`);
}

/** Measured as browsers do: from the event's timestamp until the frame with its change is drawn. */
async function interaction(page: Page, key: string): Promise<number> {
  await page.evaluate(`void (window.pressed = new Promise((resolve) => {
    addEventListener('keydown', ({ timeStamp }) => {
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
    }, { once: true, capture: true });
  }))`);
  await page.keyboard.press(key);
  return page.evaluate('window.pressed');
}
